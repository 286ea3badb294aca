/* matmul_backward.c - what flows back through a matrix product.
 *
 * With Y = A B, and dY the gradient of Y:   dA = dY B^T,   dB = A^T dY.
 * Batches stand in front of the last two axes; a matrix without batch axes is shared by the whole
 * batch, and grad_add sums its gradient over it.
 */
#include "op.h"

EXERCISE
void matmul_backward(Closure *c, Tensor *dy)
{
    Tensor *a = c->in[0], *b = c->in[1];
    Tensor *A = as_matrix(a, 0), *B = as_matrix(b, 1), *dY = with_both_axes(dy, a, b);
    if (a->requires_grad)
        add_matrix_share(a, tensor_matmul(dY, tensor_transpose(B, -2, -1)), -2);
    if (b->requires_grad)
        add_matrix_share(b, tensor_matmul(tensor_transpose(A, -2, -1), dY), -1);
}
