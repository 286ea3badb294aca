/* view.c - rows are read as columns: another header on the same numbers.
 */
#include "view.h"
#include "todo.h"

/* view.h gives you two helpers:
 *     start_view(out, a)             out has a's numbers and no axes yet
 *     add_axis(out, size, stride)    one more axis, behind those it has
 */

void transpose_view(Tensor *out, const Tensor *a, int axis1, int axis2)
{
    axis1 =
        tensor_axis("tensor_transpose", axis1, a); /* given: -1 becomes the last axis, and so on */
    axis2 = tensor_axis("tensor_transpose", axis2, a);

    /* TODO: make out a view of a with two indices exchanged.
     *
     * CONTRACT  element (..., i, ..., j, ...) of the result is a at (..., j, ..., i, ...); no
     *           number is read or written. a may be a view. Nothing else of out is set but its
     *           numbers, its shape and its strides.
     * EXAMPLE   [[1, 2, 3], [4, 5, 6]], axes 0 and 1: [[1, 4], [2, 5], [3, 6]], on the same data
     * HOLDS     twice is a again. The same axis twice is a.
     * YOU HAVE  start_view, add_axis, above; a->shape, a->stride
     * THINK     the shape can be right and every number wrong: when? */
    todo("01.6 transpose_view");
}
