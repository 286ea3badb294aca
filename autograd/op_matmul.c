/* op_matmul.c - matrix products.
 *
 * With Y = A B, and dY the gradient of Y:   dA = dY B^T,   dB = A^T dY.
 * The products are added straight into the gradients. Where B was shared by a whole batch, as a
 * weight is, its gradient sums over the batch inside the product.
 */
#include "autograd.h"

/* A vector as the matrix that matmul makes of it: a row on the left, a column on the right. */
static Tensor as_matrix(const Tensor *t, int vector_axis)
{
    Tensor view = *t;
    if (t->ndim == 1)
        unsqueeze_forward(&view, t, vector_axis);
    return view;
}

/* The gradient with the axes that vectors lost put back: (..., m, n). */
static Tensor with_both_axes(const Tensor *dy, const Tensor *a, const Tensor *b)
{
    Tensor rows = *dy;
    if (a->ndim == 1)
        unsqueeze_forward(&rows, dy, b->ndim == 1 ? 0 : -2);
    Tensor all = rows;
    if (b->ndim == 1)
        unsqueeze_forward(&all, &rows, -1);
    return all;
}

static Tensor transposed(const Tensor *t)
{
    Tensor view = *t;
    transpose_forward(&view, t, -2, -1);
    return view;
}

/* With beta 0 where there is no gradient yet, and else 1:
 *     da = 1 dy b^T + beta da,   db = 1 a^T dy + beta db */
static void matmul_backward(Closure *c, Tensor *dy)
{
    Tensor *a = c->in[0], *b = c->in[1];
    Tensor a_matrix = as_matrix(a, 0), b_matrix = as_matrix(b, 1);
    Tensor dc = with_both_axes(dy, a, b);
    real beta;
    if (a->requires_grad) {
        Tensor da = as_matrix(grad_buffer(a, &beta), 0), bt = transposed(&b_matrix);
        matmul_accumulate(&da, &dc, &bt, 1, beta);
    }
    if (b->requires_grad) {
        Tensor db = as_matrix(grad_buffer(b, &beta), 1), at = transposed(&a_matrix);
        matmul_accumulate(&db, &at, &dc, 1, beta);
    }
}

static const Operation matmul_op = {.name = "matmul", .backward = matmul_backward};

Tensor *tensor_matmul(Tensor *a, Tensor *b)
{
    long shape[TENSOR_MAX_AXES];
    int ndim = matmul_shape("tensor_matmul", a, b, shape);
    Tensor *out = tensor_new(ndim, shape);
    matmul_forward(out, a, b);
    return closure_record(out, &matmul_op, INPUTS(a, b), NO_CAPTURE);
}
