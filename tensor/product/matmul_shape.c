/* matmul_shape.c - which shape a matrix product has, and what is wrong where it has none.
 *
 *     (..., m, k) @ (..., k, n)  ->  (..., m, n)
 *
 * The last two axes are matrices and those before broadcast. A 1-d a is a row, a 1-d b a column,
 * and that axis is missing in the result. Invariant: whatever fails here fails before any number is
 * read.
 */
#include "matrix.h"

EXERCISE
int matmul_shape(const char *operation, const Tensor *a, const Tensor *b, long *shape)
{
    matmul_check_axes(operation, a, b);
    matmul_check_inner(operation, a, b, columns_of(a), b->ndim == 1 ? b->shape[0] : rows_of(b));
    matmul_check_batch(operation, a, b);
    Tensor batch_a = batch_of(a), batch_b = batch_of(b);
    int ndim = broadcast_shape(operation, &batch_a, &batch_b, shape);
    if (a->ndim > 1)
        shape[ndim++] = rows_of(a);
    if (b->ndim > 1)
        shape[ndim++] = columns_of(b);
    return ndim;
}
