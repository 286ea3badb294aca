/* sums_want.c - sums over any axes. */
#include "want.h"

/* What is summed is aligned at the right with what comes out, which has a 1 where it is summed over. */
Tensor *sum_want(const Tensor *a, int ndim, const long *shape)
{
    Tensor *out = blank(ndim, shape), *flat = copy_of(a);
    long n = 1;
    for (int axis = 0; axis < a->ndim; axis++)
        n *= a->shape[axis];
    for (long i = 0; i < n; i++) {
        long rest = i, to = 0;
        for (int d = a->ndim - 1, e = ndim - 1; d >= 0; rest /= a->shape[d], d--, e--)
            if (e >= 0 && shape[e] > 1)
                to += rest % a->shape[d] * out->stride[e];
        out->data[to] += flat->data[i];
    }
    return out;
}

Tensor *added_sum_want(const Tensor *a, const Tensor *before)
{
    return plain_pair(sum_want(a, SHAPE_OF(before)), before, plus);
}

/* Of rows that are all equal. */
Tensor *long_sum_want(const Tensor *a)
{
    Tensor *want = blank(SHAPE(a->shape[1]));
    for (long j = 0; j < a->shape[1]; j++)
        want->data[j] = (real)((double)a->shape[0] * (double)a->data[j]);
    return want;
}
