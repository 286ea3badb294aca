/* matmul_check.c - shapes that have no matrix product, and which transpose may be missing. */
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
