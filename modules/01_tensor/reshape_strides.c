/* reshape_strides.c - can a view take another shape where it lies?
 *
 * reshape_view (given) asks, and its caller copies where the answer is no: a copy too many costs time, a wrong yes
 * gives wrong numbers.
 */
#include "view.h"
#include "todo.h"

/* ---- 01.14 --------------------------------------------------------------------------------------- */

bool reshape_strides(const Tensor *a, int ndim, const long *shape, long *stride)
{
    /* TODO: strides with which shape reads the elements of a in their order; false if there are
     * none.
     *
     * CONTRACT  a is any view that has elements: with gaps, exchanged axes, strides of 0. shape
     *           has as many elements, and no -1. True: read row by row by shape and stride, from
     *           a->data, they are the elements of a, row by row; any strides that do that are
     *           right, so along an axis of size 1 any at all. False only if no strides do that;
     *           then it does not matter what stands in stride.
     * EXAMPLE   shape (4, 3), stride (6, 1):   to (2, 2, 3): stride (12, 6, 1), true;   to (12): false
     *           shape (2, 2, 3), stride (9, 3, 1):   to (2, 6): stride (9, 1), true;   to (4, 3): false
     * HOLDS     to its own shape: always true, and so with axes of size 1 anywhere. What is only
     *           cut is always true.
     * YOU HAVE  a->ndim, a->shape, a->stride; tensor_numel(a); add_axis(out, size, stride);
     *           TENSOR_MAX_AXES
     * THINK     one step further than the end of a row: where would a single axis look, and
     *           where does the next row begin? Along which axes is no step ever taken? You may
     *           compare the two shapes, or ask where single elements lie: what does each cost? */
    todo("01.14 reshape_strides");
}
