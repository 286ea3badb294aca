/* dropout.c - while training, forget each number with probability p (Srivastava et al. 2014).
 *
 * The survivors grow, so that the mean stays what it was and evaluation needs no correction: there the layer does nothing at all.
 *
 * Invariant: masks come from a borrowed stream, so that a checkpoint of that stream is enough to
 * repeat them.
 */
#include "nn.h"
#include "todo.h"

/* ---- 03.6 ------------------------------------------------------------------------------------ */

Tensor *dropout_forward(Dropout *d, Tensor *x)
{
    /* TODO: drop while the layer trains; hand x through while it is used.
     *
     * CONTRACT  with the layer's own p and rng. In use it costs nothing: x itself comes back.
     * EXAMPLE   d->p = 0.5, training: about half of x is 0, the rest is doubled
     *           d->module.training = false: x
     * THINK     how does a layer know whether it is learning time? Which argument of 03.5 is
     *           there for this? */
    return todo("03.6 dropout_forward");
}
