/* view.c - two axes change places: another shape on the same numbers.
 *
 * Every view (here, in view_axes.c, reshape.c and slice.c) fills in the header of out and moves no
 * number: out->data points into the block of a. What changes is shape, stride and where element 0
 * is.
 */
#include "view.h"

EXERCISE
void transpose_view(Tensor *out, const Tensor *a, int axis1, int axis2)
{
    axis1 = tensor_axis("tensor_transpose", axis1, a);
    axis2 = tensor_axis("tensor_transpose", axis2, a);
    start_view(out, a);
    for (int d = 0; d < a->ndim; d++) {
        int from = d == axis1 ? axis2 : d == axis2 ? axis1 : d;
        add_axis(out, a->shape[from], a->stride[from]);
    }
}
