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
     * CONTRACT  over the last two axes, whatever stands in front; a matrix that a batch shares
     *           gets the sum. A vector is a matrix of one row (left) or one column (right), and
     *           gets a vector. What requires no gradient costs no product.
     * EXAMPLE   A = [[1, 2], [3, 4]], B = [[5, 6], [7, 8]], dY all ones:
     *           dA = [[11, 15], [11, 15]]     dB = [[4, 4], [6, 6]]
     * HOLDS     the sum of A dA, number by number, is that of B dB, and that of Y dY.
     * YOU HAVE  as_matrix(a, 0), as_matrix(b, 1), with_both_axes(dy, a, b): all are matrices
     *           then; add_matrix_share(a, dA, -2) and add_matrix_share(b, dB, -1): grad_add,
     *           behind which vectors are vectors again (op.h)
     * THINK     A (m, k), B (k, n), dY (m, n), all three sizes different: which products of two
     *           of them, turned or not, have the shape of A? */
    todo("06.9 matmul_backward");
}
