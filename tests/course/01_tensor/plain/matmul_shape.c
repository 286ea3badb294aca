/* matmul_shape.c - which shape a matrix product has, and what is wrong where it has none. */
#include "matrix.h"

int matmul_shape(const char *operation, const Tensor *a, const Tensor *b, long *shape)
{
    matmul_check_axes(operation, a, b);

    long inner_a = a->shape[a->ndim - 1];
    long inner_b;
    if (b->ndim == 1)
        inner_b = b->shape[0];
    else
        inner_b = rows_of(b);
    matmul_check_inner(operation, a, b, inner_a, inner_b);
    matmul_check_batch(operation, a, b);

    Tensor batch_a = batch_of(a);
    Tensor batch_b = batch_of(b);
    int ndim = broadcast_shape(operation, &batch_a, &batch_b, shape);
    if (a->ndim >= 2) {
        shape[ndim] = rows_of(a);
        ndim++;
    }
    if (b->ndim >= 2) {
        shape[ndim] = columns_of(b);
        ndim++;
    }
    return ndim;
}
