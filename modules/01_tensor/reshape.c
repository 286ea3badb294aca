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
     * APPROACH
     *   1. resolve_shape(a, ndim, wished, shape), into an array of TENSOR_MAX_AXES sizes.
     *   2. If a is contiguous, the new strides are row-major: strides_row_major.
     *   3. If not, reshape_strides(a, ndim, shape, stride) looks for strides that fit. Where there are none it
     *      returns false: so do you, and leave out as it was. The caller then copies first.
     *   4. start_view, and add_axis for each axis, as in view.c.
     *
     * EXAMPLE
     *   shape (2, 3), stride (3, 1) to (3, 2): stride (2, 1), true
     *   shape (3, 2), stride (1, 3) to (6):    false; no single step leads 0, 3, 1, 4, 2, 5
     *
     * HINT: no number moves here. Reshape keeps the order of the elements, transpose changes it. */
    todo("01.8 reshape_view");
}
