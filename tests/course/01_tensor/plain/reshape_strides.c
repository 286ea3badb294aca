/* reshape_strides.c - the steps are where single elements lie; then every element is tried. */
#include "view.h"

/* How far behind a->data the element lies that is number k of a, row by row. */
static long place_of(const Tensor *a, long k)
{
    long place = 0;
    for (int d = a->ndim - 1; d >= 0; d--) {
        place += k % a->shape[d] * a->stride[d];
        k /= a->shape[d];
    }
    return place;
}

bool reshape_strides(const Tensor *a, int ndim, const long *shape, long *stride)
{
    long n = tensor_numel(a);
    long behind = n; /* elements that one step along axis d passes */
    for (int d = 0; d < ndim; d++) {
        behind /= shape[d];
        stride[d] = shape[d] > 1 ? place_of(a, behind) : 1;
    }
    for (long k = 0; k < n; k++) {
        long rest = k, place = 0;
        for (int d = ndim - 1; d >= 0; d--) {
            place += rest % shape[d] * stride[d];
            rest /= shape[d];
        }
        if (place != place_of(a, k))
            return false;
    }
    return true;
}
