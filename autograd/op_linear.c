/* op_linear.c - y = x W + b in one step.
 *
 * The same as tensor_add(tensor_matmul(x, W), b), which is its plain twin, but the product is added
 * onto the bias where it lies, and backward needs no copy of the gradient between the two:
 *     dx = dy W^T,   dW = x^T dy,   db = dy summed over all rows.
 */
#include "autograd.h"

static void linear_backward(Closure *c, Tensor *dy)
{
    Tensor *x = c->in[0], *weight = c->in[1];
    Tensor xt = *x, wt = *weight;
    transpose_forward(&xt, x, -2, -1);
    transpose_forward(&wt, weight, -2, -1);
    real beta;
    if (x->requires_grad) {
        Tensor *dx = grad_buffer(x, &beta);
        matmul_accumulate(dx, dy, &wt, 1, beta);
    }
    if (weight->requires_grad) {
        Tensor *dw = grad_buffer(weight, &beta);
        matmul_accumulate(dw, &xt, dy, 1, beta);
    }
    grad_add(c->in[2], dy);
}

static const Operation linear_op = {.name = "linear", .backward = linear_backward};

Tensor *tensor_linear(Tensor *x, Tensor *weight, Tensor *bias)
{
    if (bias == NULL)
        return tensor_matmul(x, weight);
    if (x->ndim < 2 || weight->ndim != 2) /* vectors: rare, and the plain way is good enough */
        return tensor_add(tensor_matmul(x, weight), bias);
    long shape[TENSOR_MAX_AXES];
    int ndim = matmul_shape("tensor_linear", x, weight, shape);
    if (bias->ndim != 1 || bias->shape[0] != weight->shape[1])
        fail("tensor_linear: the bias has shape %s, expected (%ld,) for a weight of shape %s",
             tensor_shape_text(bias), weight->shape[1], tensor_shape_text(weight));
    Tensor *out = tensor_new(ndim, shape);
    matmul_bias_forward(out, x, weight, bias);
    return closure_record(out, &linear_op, INPUTS(x, weight, bias), NO_CAPTURE);
}
