/* matmul_shape.c - which shape a matrix product has, and what is wrong where it has none.
 *
 *     (..., m, k) @ (..., k, n)  ->  (..., m, n)
 *
 * The last two axes are matrices and those before broadcast. A 1-d a is a row, a 1-d b a column,
 * and that axis is missing in the result. Invariant: whatever fails here fails before any number is
 * read.
 */
#include "matrix.h"

void matmul_check_axes(const char *operation, const Tensor *a, const Tensor *b)
{
    if (a->ndim == 0 || b->ndim == 0)
        fail("%s: %s @ %s: a scalar has no axis to sum over. hint: tensor_mul", operation,
             tensor_shape_text(a), tensor_shape_text(b));
}

/* The size that both are summed over: the last axis of a, the axis of b that runs down. */
void matmul_check_inner(const char *operation, const Tensor *a, const Tensor *b, long inner_a,
                        long inner_b)
{
    if (inner_a == inner_b)
        return;
    const char *hint = "";
    if (b->ndim >= 2 && columns_of(b) == inner_a)
        hint = ". hint: did you mean tensor_transpose(b, -2, -1)?";
    else if (a->ndim >= 2 && rows_of(a) == inner_b)
        hint = ". hint: did you mean tensor_transpose(a, -2, -1)?";
    fail("%s: inner dimensions differ: %s @ %s, %ld against %ld%s", operation, tensor_shape_text(a),
         tensor_shape_text(b), inner_a, inner_b, hint);
}

/* Batch axes, counted from the right like all that broadcast: -3 is next to the matrix. */
void matmul_check_batch(const char *operation, const Tensor *a, const Tensor *b)
{
    for (int axis = -3; axis >= -a->ndim && axis >= -b->ndim; axis--) {
        long na = a->shape[a->ndim + axis], nb = b->shape[b->ndim + axis];
        if (na != nb && na != 1 && nb != 1)
            fail("%s: cannot broadcast the batch axes of %s @ %s: axis %d is %ld and %ld. hint: "
                 "sizes "
                 "must be equal or 1, counted from the right",
                 operation, tensor_shape_text(a), tensor_shape_text(b), axis, na, nb);
    }
}

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
