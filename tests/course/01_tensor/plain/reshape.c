/* reshape.c - the same numbers in the same order, cut into rows of another length. */
#include "view.h"

bool reshape_view(Tensor *out, const Tensor *a, int ndim, const long *wished)
{
    long shape[TENSOR_MAX_AXES], stride[TENSOR_MAX_AXES];
    resolve_shape(a, ndim, wished, shape);

    bool possible = true;
    if (tensor_is_contiguous(a))
        strides_row_major(ndim, shape, stride);
    else
        possible = reshape_strides(a, ndim, shape, stride);
    if (!possible)
        return false;

    start_view(out, a);
    for (int d = 0; d < ndim; d++)
        add_axis(out, shape[d], stride[d]);
    return true;
}
