/* dropout.c - while training, forget each number with probability p (Srivastava et al. 2014).
 *
 * The survivors are divided by 1 - p, so that the mean stays what it was and evaluation needs no
 * correction: there the layer does nothing at all.
 *
 * Invariant: masks come from a borrowed stream, so that a checkpoint of that stream is enough to
 * repeat them.
 */
#include "nn.h"

EXERCISE
Tensor *dropout_forward(Dropout *d, Tensor *x)
{
    return tensor_dropout(x, d->p, d->module.training, d->rng);
}
