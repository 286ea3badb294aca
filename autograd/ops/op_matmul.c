/* op_matmul.c - matrix products, and what flows back through them.
 *
 * With Y = A B, and dY the gradient of Y:   dA = dY B^T,   dB = A^T dY.
 * Batches stand in front of the last two axes; a matrix without batch axes is shared by the whole
 * batch, and grad_add sums its gradient over it. (For weights tensor_linear does so inside the
 * product.)
 */
#include "op.h"

static void matmul_backward(Closure *c, Tensor *dy)
{
    Tensor *a = c->in[0], *b = c->in[1];
    Tensor *A = as_matrix(a, 0), *B = as_matrix(b, 1), *dY = with_both_axes(dy, a, b);
    if (a->requires_grad)
        add_matrix_share(a, tensor_matmul(dY, tensor_transpose(B, -2, -1)), -2);
    if (b->requires_grad)
        add_matrix_share(b, tensor_matmul(tensor_transpose(A, -2, -1), dY), -1);
}

static const Operation matmul_op = {.name = "matmul", .backward = matmul_backward};

Tensor *tensor_matmul(Tensor *a, Tensor *b)
{
    long shape[TENSOR_MAX_AXES];
    int ndim = matmul_shape("tensor_matmul", a, b, shape);
    Tensor *out = tensor_new(ndim, shape);
    matmul_kernel(out, a, b);
    return closure_record(out, &matmul_op, INPUTS(a, b), NO_CAPTURE);
}
