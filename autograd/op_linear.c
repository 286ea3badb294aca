/* op_linear.c - y = x W + b in one step.
 *
 * The same as tensor_add(tensor_matmul(x, W), b), which is its plain twin, but the product is added
 * onto the bias where it lies, and backward needs no copy of the gradient between the two and sums
 * dW over a batch inside one product:
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
    if (c->n_in > 2)
        grad_add(c->in[2], dy);
}

static const Operation linear_op = {.name = "linear", .backward = linear_backward};

Tensor *tensor_linear(Tensor *x, Tensor *weight, Tensor *bias)
{
    if (x->ndim < 2 || weight->ndim != 2) { /* vectors: rare, and the plain way is good enough */
        Tensor *y = tensor_matmul(x, weight);
        return bias != NULL ? tensor_add(y, bias) : y;
    }
    long shape[TENSOR_MAX_AXES];
    int ndim = matmul_shape("tensor_linear", x, weight, shape);
    if (bias != NULL && (bias->ndim != 1 || bias->shape[0] != weight->shape[1]))
        fail("tensor_linear: the bias has shape %s, expected (%ld,) for a weight of shape %s",
             tensor_shape_text(bias), weight->shape[1], tensor_shape_text(weight));
    Tensor *out = tensor_new(ndim, shape);
    if (bias != NULL)
        matmul_bias_forward(out, x, weight, bias);
    else
        matmul_forward(out, x, weight);
    return closure_record(out, &linear_op, bias != NULL ? 3 : 2, (Tensor *[]){x, weight, bias},
                          NO_CAPTURE);
}
