/* dropout_new.c - a Dropout, and how module_forward finds its way to it. */
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
