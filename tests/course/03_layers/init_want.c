/* init_want.c - starts of weights, drawn number by number. */
#include "want.h"

Tensor *plain_uniform(int ndim, const long *shape, double low, double high, Rng stream)
{
    Tensor *t = blank(ndim, shape);
    for (long i = 0; i < shape_numel(ndim, shape); i++)
        t->data[i] = (real)(low + (high - low) * rng_uniform(&stream));
    return t;
}

Rng after_draws(Rng stream, long n)
{
    for (long i = 0; i < n; i++)
        rng_uniform(&stream);
    return stream;
}

/* ---- 03.1 init_kaiming_uniform --------------------------------------------------------------- */

Tensor *uniform_want(long in, long out, Rng stream)
{
    double bound = 1 / sqrt((double)in);
    return plain_uniform(SHAPE(in, out), -bound, bound, stream);
}
