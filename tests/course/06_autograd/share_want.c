/* share_want.c - what all shares have in common: sums over broadcast axes, in plain loops. */
#include "want.h"

long place_in(const Tensor *t, long flat, int ndim, const long *shape)
{
    long index[TENSOR_MAX_AXES], place = 0;
    for (int d = t->ndim; d-- > 0;) {
        index[d] = flat % t->shape[d];
        flat /= t->shape[d];
    }
    for (int d = 0; d < ndim; d++)
        place = place * shape[d] + (shape[d] == 1 ? 0 : index[d + t->ndim - ndim]);
    return place;
}

Tensor *summed_like(const Tensor *g, const Tensor *t)
{
    Tensor *out = blank(t->ndim, t->shape), *numbers = copy_of(g);
    for (long i = 0; i < shape_numel(g->ndim, g->shape); i++)
        out->data[place_in(g, i, t->ndim, t->shape)] += numbers->data[i];
    return out;
}
