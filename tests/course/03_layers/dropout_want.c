/* dropout_want.c - dropout number by number. */
#include "want.h"

Tensor *dropped_want(const Tensor *x, double p, Rng stream)
{
    Tensor *out = copy_of(x);
    for (long i = 0; i < shape_numel(x->ndim, x->shape); i++)
        out->data[i] = rng_uniform(&stream) < p ? 0 : (real)((double)out->data[i] / (1 - p));
    return out;
}

Tensor *kept_want(const Tensor *x)
{
    return copy_of(x);
}

/* In percent. */
double zeros_want(double p)
{
    return 100 * p;
}

double twice_dropped_want(double p)
{
    return 100 * p * p;
}
