/* reshape.c - the same numbers in the same order, cut into rows of another length.
 *
 *     a (2, 3)   0 1 2   to (3, 2)   0 1   to (6,)   0 1 2 3 4 5   to (-1, 1): six rows of one
 *                3 4 5               2 3
 *                                    4 5
 *
 * On a contiguous tensor a reshape is only a new set of row-major strides. On a view it works as
 * long as the axes that are cut or joined lie in memory like one; else the caller copies first.
 */
#include "view.h"

EXERCISE
bool reshape_view(Tensor *out, const Tensor *a, int ndim, const long *wished)
{
    long shape[TENSOR_MAX_AXES], stride[TENSOR_MAX_AXES];
    resolve_shape(a, ndim, wished, shape);
    if (tensor_is_contiguous(a))
        strides_row_major(ndim, shape, stride);
    else if (!reshape_strides(a, ndim, shape, stride))
        return false;
    start_view(out, a);
    for (int d = 0; d < ndim; d++)
        add_axis(out, shape[d], stride[d]);
    return true;
}
