/* reshape.c - the same numbers in the same order, cut into rows of another length.
 *
 *     a (2, 3)   0 1 2     to (3, 2)   0 1     to (6,)   0 1 2 3 4 5     to (-1, 1): six rows of one
 *                3 4 5                 2 3
 *                                      4 5
 *
 * On a contiguous tensor a reshape is only a new set of row-major strides. On a view it works as
 * long as the axes that are cut or joined lie in memory like one; else the caller copies first.
 */
#include "view.h"
#include "todo.h"

bool reshape_view(Tensor *out, const Tensor *a, int ndim, const long *wished)
{
    /* TODO: make out a view of a with another shape; false if the strides of a do not allow it.
     *
     * CONTRACT  out reads the same elements in the same order, none of them moves. wished may
     *           have a -1 (01.7), and is refused as there. If no strides do, return false and
     *           leave out as it was: the caller then copies first.
     * EXAMPLE   shape (2, 3), stride (3, 1) to (3, 2): stride (2, 1), true
     *           shape (3, 2), stride (1, 3) to (6):    false; no single step leads 0, 3, 1, 4, 2, 5
     *           shape (4, 3), stride (6, 1) to (2, 2, 3): true; to (12): false
     * HOLDS     true: out, read in its order, is a read in its order. A contiguous a: always
     *           true.
     * YOU HAVE  resolve_shape, tensor_is_contiguous, strides_row_major; reshape_strides(a, ndim,
     *           shape, stride), 01.16: finds strides for a view, false where there are none;
     *           start_view, add_axis (view.h); TENSOR_MAX_AXES
     * THINK     of a contiguous tensor you know the new strides at once: why? Why is that wrong
     *           for a transposed one? */
    todo("01.8 reshape_view");
}
