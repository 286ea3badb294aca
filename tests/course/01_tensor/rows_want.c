/* rows_want.c - products and positions, number by number. */
#include "want.h"

/* ---- 01.11 first_largest ---------------------------------------------------------------------------------- */

/* The position in a column: n numbers, stride apart. */
static long first_largest_of(long n, const real *x, long stride)
{
    long best = 0;
    for (long j = 1; j < n; j++) {
        double number = (double)x[j * stride], top = (double)x[best * stride];
        if (!isnan(top) && (isnan(number) || number > top))
            best = j;
    }
    return best;
}

/* For each column along the axis of a, which has one axis or two. */
Tensor *largest_want(const Tensor *a, int axis)
{
    long columns = a->ndim == 2 ? a->shape[1 - axis] : 1;
    long apart = a->ndim == 2 ? a->stride[1 - axis] : 0;
    Tensor *out = blank(SHAPE(columns));
    for (long c = 0; c < columns; c++)
        out->data[c] = (real)first_largest_of(a->shape[axis], a->data + c * apart, a->stride[axis]);
    return out;
}
