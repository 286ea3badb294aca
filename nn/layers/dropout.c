/* dropout.c - while training, forget each number with probability p (Srivastava et al. 2014).
 *
 * The survivors are divided by 1 - p, so that the mean stays what it was and evaluation needs no
 * correction: there the layer does nothing at all.
 *
 * Invariant: masks come from a borrowed stream, so that a checkpoint of that stream is enough to
 * repeat them.
 */
#include "nn.h"

static Tensor *forward(Module *self, Tensor *x)
{
    return dropout_forward((Dropout *)self, x);
}

Dropout *dropout_new(real p, Rng *rng)
{
    if (!(p >= 0 && p < 1))
        fail("dropout_new: p is %g, expected a probability in [0, 1)", (double)p);
    if (p > 0 && rng == NULL)
        fail("dropout_new: rng is NULL, but p = %g needs random numbers", (double)p);
    Dropout *d = module_new(sizeof *d, "Dropout", forward);
    d->p = p;
    d->rng = rng;
    return d;
}

Tensor *dropout_forward(Dropout *d, Tensor *x)
{
    return tensor_dropout(x, d->p, d->module.training, d->rng);
}
