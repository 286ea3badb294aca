/* strides.c - from an index to a place in memory.
 *
 * In a (2, 3) tensor stored row by row, one step down is 3 elements and one step right is 1:
 *
 *     shape (2, 3), stride (3, 1):   [0][0] [0][1] [0][2] [1][0] [1][1] [1][2]
 */
#include "tensor.h"
#include "todo.h"

/* ---- 01.1 ---------------------------------------------------------------------------------------- */

void strides_row_major(int ndim, const long *shape, long *stride)
{
    /* TODO: fill stride[0] .. stride[ndim - 1] for a tensor that is stored row by row.
     *
     * CONTRACT  stride[d] is by how many elements the place in memory changes if index d grows
     *           by 1. Any number of axes from 0 on, of any size, 0 as well; nothing behind the
     *           last stride is written.
     * EXAMPLE   shape (2, 3)   ->   stride (3, 1)          (2, 0, 3)   ->   (0, 3, 1)
     *           shape (2, 3, 4): [1][2][3] is the last of 24 numbers, 23 behind the first
     * HOLDS     one axis of size 1 in front changes none of the others.
     * THINK     which stride do you know without any sum? Which one then? */
    todo("01.1 strides_row_major");
}

/* ---- 01.2 ---------------------------------------------------------------------------------------- */

long strides_offset(int ndim, const long *stride, const long *index)
{
    /* TODO: how many elements behind element 0 does the element at index lie?
     *
     * CONTRACT  for any strides: they may be 0 or negative, and need fit no shape. A scalar has
     *           no axes, and offset 0.
     * EXAMPLE   stride (7, 0, -2), index (1, 2, 3)   ->   1
     * HOLDS     offset(i + j) = offset(i) + offset(j).
     * THINK     three steps down and one to the right, or the other way round: is the place the
     *           same? */
    todo("01.2 strides_offset");
}

/* ---- 01.3 ---------------------------------------------------------------------------------------- */

bool tensor_is_contiguous(const Tensor *t)
{
    /* TODO: do the elements of t lie in memory row by row, without gaps?
     *
     * CONTRACT  true exactly if walking through t in the order of its indices reads its elements
     *           one behind the other. That leaves out what nobody ever does.
     * EXAMPLE   shape (2, 3) stride (3, 1) yes; shape (2, 3) stride (1, 2) no: columns first
     * HOLDS     what 01.1 fills in is contiguous. If there are elements, and two axes of size 2
     *           and more change places: it is not.
     * YOU HAVE  tensor_numel(t)
     * THINK     which of all strides can be wrong without anybody ever noticing? */
    todo("01.3 tensor_is_contiguous");
}
