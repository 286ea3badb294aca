/* reduce_want.c - one gradient that becomes many. */
#include "want.h"

/* g, whose shape is `kept` but for axes of size 1, repeated for all of a. */
static Tensor *repeated(const Tensor *g, const Tensor *a, const long *kept)
{
    return plain_pair(blank(a->ndim, a->shape), plain_reshape(g, a->ndim, kept), plus);
}

Tensor *mean_share_want(const Tensor *a, const Tensor *g, const long *kept)
{
    double all = (double)shape_numel(a->ndim, a->shape);
    return plain_scaled(repeated(g, a, kept), (double)shape_numel(a->ndim, kept) / all);
}

/* How many of the numbers with which a[i] competes are equal to it; 0 if one is larger. */
static long winners_with(const Tensor *a, long i, const long *kept)
{
    long equal = 0;
    for (long j = 0; j < shape_numel(a->ndim, a->shape); j++) {
        if (place_in(a, i, a->ndim, kept) != place_in(a, j, a->ndim, kept))
            continue;
        if (a->data[j] > a->data[i])
            return 0;
        equal += a->data[j] == a->data[i];
    }
    return equal;
}

Tensor *max_share_want(const Tensor *a, const Tensor *g, const long *kept)
{
    Tensor *out = blank(a->ndim, a->shape), *dy = repeated(g, a, kept);
    for (long i = 0; i < shape_numel(a->ndim, a->shape); i++) {
        long winners = winners_with(a, i, kept);
        out->data[i] = winners > 0 ? (real)((double)dy->data[i] / (double)winners) : 0;
    }
    return out;
}
