/* matmul_shape.c - which shape a matrix product has, and what is wrong where it has none.
 *
 *     (..., m, k) @ (..., k, n)  ->  (..., m, n)
 *
 * The last two axes are matrices and those before broadcast. A 1-d a is a row, a 1-d b a column, and
 * that axis is missing in the result. Invariant: whatever fails here fails before any number is read.
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
     * APPROACH
     *   1. The inner sizes: the columns of a, and the rows of b. Where b has one axis only, it is a
     *      column, and that axis is its rows. Give both to matmul_check_inner.
     *   2. matmul_check_batch(operation, a, b), then the common batch axes: batch_of returns a tensor, and
     *      broadcast_shape wants addresses, so  Tensor batch_a = batch_of(a), batch_b = batch_of(b);
     *      broadcast_shape(operation, &batch_a, &batch_b, shape) returns how many axes that are.
     *   3. Behind them the rows of a, unless a has one axis only, and the columns of b, unless b has
     *      one axis only.
     *
     * EXAMPLE
     *   (2, 4) @ (4, 5)   ->   (2, 5)          (7, 2, 4) @ (4, 5)   ->   (7, 2, 5)
     *   (4) @ (4, 5)      ->   (5)             (2, 4) @ (4)   ->   (2)         (4) @ (4)   ->   ()
     *
     * HINT: shape[ndim++] = ... appends an axis. */
    todo("01.14 matmul_shape");
}
