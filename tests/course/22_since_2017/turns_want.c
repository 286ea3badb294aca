/* turns_want.c - angles pair by pair, in long double. */
#include "want.h"

static long position_of(RopeOptions o, long row)
{
    return o.positions != NULL ? o.positions->data[row] : o.start + row;
}

Tensor *turns_want(const Tensor *x, RopeOptions o)
{
    long T = x->shape[x->ndim - 2], dims = o.dims > 0 ? o.dims : x->shape[x->ndim - 1];
    bool each = o.positions != NULL && o.positions->ndim == 2;
    long B = each ? o.positions->shape[0] : 1, n = dims / 2;
    Tensor *t = each ? blank(SHAPE(B, T, dims)) : blank(SHAPE(T, dims));
    for (long row = 0; row < B * T; row++)
        for (long i = 0; i < n; i++) {
            double base = o.base > 0 ? o.base : 10000;
            double f = rope_scaled(exp(-log(base) * (double)i / (double)n), o);
            double angle = (double)position_of(o, row) * f;
            t->data[row * dims + i] = (real)cos(angle);
            t->data[row * dims + n + i] = (real)sin(angle);
        }
    return t;
}
