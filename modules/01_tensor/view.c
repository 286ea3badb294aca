/* view.c - two axes change places: another shape on the same numbers.
 *
 * Every view (here, in view.c, reshape.c and slice.c) fills in the header of out and moves no
 * number: out->data points into the block of a. What changes is shape, stride and where element 0 is.
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

    /* TODO: make out a view of a in which two axes have changed places.
     *
     * APPROACH
     *   1. start_view(out, a)
     *   2. For each axis d of the result: which axis of a does it come from? axis1 comes from axis2,
     *      axis2 from axis1, every other from itself.
     *   3. add_axis with the size and the stride of that axis.
     *
     * EXAMPLE
     *   shape (2, 3), stride (3, 1), axes 0 and 1   ->   shape (3, 2), stride (1, 3), same data
     *
     * HINT: size and stride travel together. Nothing is read from a->data here, nothing written. */
    todo("01.6 transpose_view");
}
