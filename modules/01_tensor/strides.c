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
     * APPROACH
     *   1. Go through the axes from the last to the first.
     *   2. The last axis gets 1: its neighbours are neighbours in memory.
     *   3. Each axis before it gets the product of all the sizes behind it. Carry that product along.
     *
     * EXAMPLE
     *   shape (2, 3, 4)   ->   stride (12, 4, 1): one step along axis 0 passes 3 * 4 elements
     *
     * HINT: one variable, step, that starts at 1 and is multiplied by shape[d] after it is used. */
    todo("01.1 strides_row_major");
}

/* ---- 01.2 ---------------------------------------------------------------------------------------- */

long strides_offset(int ndim, const long *stride, const long *index)
{
    /* TODO: how many elements behind element 0 does the element at index lie?
     *
     * APPROACH
     *   1. Walking index[d] steps along axis d passes index[d] * stride[d] elements.
     *   2. Add that up over all axes.
     *
     * EXAMPLE
     *   stride (12, 4, 1), index (1, 2, 3)   ->   1*12 + 2*4 + 3*1 = 23
     *
     * HINT: a scalar has no axes; the sum of nothing is 0. */
    todo("01.2 strides_offset");
}

/* ---- 01.3 ---------------------------------------------------------------------------------------- */

bool tensor_is_contiguous(const Tensor *t)
{
    /* TODO: do the elements of t lie in memory row by row, without gaps?
     *
     * APPROACH
     *   1. Walk from the last axis to the first, with the same running product as in 01.1: that is
     *      the stride a contiguous tensor would have.
     *   2. An axis with another stride means no, with two exceptions.
     *   3. An axis of size 1 may have any stride: nobody ever takes a step along it.
     *   4. A tensor without elements (some size is 0) is contiguous. tensor_numel(t) counts them.
     *
     * EXAMPLE
     *   shape (2, 3) stride (3, 1) yes; shape (3, 2) stride (1, 3) no: a transposed view;
     *   shape (2, 1) stride (1, 99) yes
     *
     * HINT: an axis with another stride: return tensor_numel(t) == 0. Behind the loop: true. */
    todo("01.3 tensor_is_contiguous");
}
