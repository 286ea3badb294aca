/* op_div.c - quotients.
 *
 * With y = a / b:   dy/da = 1 / b,   dy/db = -a / b^2 = -y / b.
 */
#include "autograd.h"

static void div_backward(Closure *c, Tensor *dout)
{
    Tensor *a = c->in[0], *b = c->in[1];
    Tensor *share = tensor_div(dout, b);
    grad_add(a, share);
    if (b->requires_grad)
        grad_add_scaled(b, -1, tensor_mul(share, c->out));
}

static const Operation div_op = {.name = "div", .backward = div_backward};

Tensor *tensor_div(Tensor *a, Tensor *b)
{
    long shape[TENSOR_MAX_AXES];
    int ndim = broadcast_shape("tensor_div", a, b, shape);
    Tensor *out = tensor_new(ndim, shape);
    div_forward(out, a, b);
    record(out, &div_op, INPUTS(a, b));
    return out;
}
