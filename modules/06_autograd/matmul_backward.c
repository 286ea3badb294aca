/* matmul_backward.c - what flows back through a matrix product.
 *
 * Batches stand in front of the last two axes; a matrix without batch axes is shared by the whole
 * batch, and grad_add sums its gradient over it.
 */
#include "op.h"
#include "todo.h"

/* ---- 06.9 ------------------------------------------------------------------------------------ */

void matmul_backward(Closure *c, Tensor *dy)
{
    /* TODO: Y = A B. From dY to dA and dB.
     *
     * APPROACH
     *   1. a and b are c->in[0] and c->in[1]. A vector counts as a matrix with one row or column:
     *      A = as_matrix(a, 0), B = as_matrix(b, 1), dY = with_both_axes(dy, a, b) (op.h). Now all
     *      are matrices, (..., m, k), (..., k, n) and (..., m, n).
     *   2. dA must have the shape of A, (m, k). What product of dY (m, n) and B (k, n) has it? One
     *      of the two must be transposed: tensor_transpose(t, -2, -1).
     *   3. dB must be (k, n), out of A (m, k) and dY (m, n). The same question.
     *   4. add_matrix_share(a, dA, -2) and add_matrix_share(b, dB, -1): grad_add, after an axis that
     *      a vector does not have was dropped.
     *   5. Products are dear: skip the side that does not require a gradient (->requires_grad).
     *
     * EXAMPLE
     *   A = [[1, 2], [3, 4]], B = [[5, 6], [7, 8]], dY all ones:
     *   dA = dY B^T = [[5+6, 7+8], [11, 15]]     dB = A^T dY = [[1+3, 4], [2+4, 6]]
     *
     * HINT: when all sizes differ, only one order and one transpose give the right shape. That is
     * also how to remember the formulas. */
    todo("06.9 matmul_backward");
}
