/* matmul_backward.c - what flows back through a matrix product. */
#include "op.h"

void matmul_backward(Closure *c, Tensor *dy)
{
    Tensor *a = c->in[0];
    Tensor *b = c->in[1];
    Tensor *A = as_matrix(a, 0);
    Tensor *B = as_matrix(b, 1);
    Tensor *dY = with_both_axes(dy, a, b);

    if (a->requires_grad) {
        Tensor *B_turned = tensor_transpose(B, -2, -1);
        Tensor *dA = tensor_matmul(dY, B_turned);
        add_matrix_share(a, dA, -2);
    }
    if (b->requires_grad) {
        Tensor *A_turned = tensor_transpose(A, -2, -1);
        Tensor *dB = tensor_matmul(A_turned, dY);
        add_matrix_share(b, dB, -1);
    }
}
