/* matmul_shape.c - which shape a matrix product has, and what is wrong where it has none.
 *
 *     (..., m, k) @ (..., k, n)  ->  (..., m, n)
 *
 * Invariant: whatever fails here fails before any number is read.
 */
#include "matrix.h"
#include "todo.h"

/* matrix.h gives you rows_of(t) and columns_of(t), the sizes of the last two axes, and batch_of(t), a
 * tensor with only the axes before them (none, where t has one or two). */

int matmul_shape(const char *operation, const Tensor *a, const Tensor *b, long *shape)
{
    matmul_check_axes(operation, a, b); /* given */

    /* TODO: fill shape with the shape of a @ b, return how many axes it has.
     *
     * CONTRACT  (..., m, k) @ (..., k, n) -> (..., m, n); the axes in front broadcast. What one
     *           axis alone is on each side follows from HOLDS. What does not fit is refused by
     *           the checks below, inner sizes first.
     * EXAMPLE   (2, 4) @ (4, 5)   ->   (2, 5)          (7, 2, 4) @ (4, 5)   ->   (7, 2, 5)
     *           (7, 2, 4) @ (4): 2 axes                (4) @ (4): none
     * HOLDS     row i of A B is row i of A, times B; column j of A B is A times column j of B.
     *           (Rows and columns of a matrix are tensors with one axis.)
     * YOU HAVE  matmul_check_inner(operation, a, b, inner_a, inner_b),
     *           matmul_check_batch(operation, a, b), broadcast_shape; rows_of, columns_of,
     *           batch_of (a Tensor: Tensor batch_a = batch_of(a); and &batch_a is what others
     *           want)
     * THINK     which axis of a 1-d b is its inner size? Does it have rows, columns, or a batch? */
    todo("01.12 matmul_shape");
}
