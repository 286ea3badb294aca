/* op_div.c - quotients.
 *
 * With y = a / b:   dy/da = 1 / b,   dy/db = -a / b^2 = -y / b.
 */
#include "autograd.h"

static void div_backward(Closure *c, Tensor *dy)
{
    Tensor *a = c->in[0], *b = c->in[1], *y = c->out;
    Tensor *da = tensor_div(dy, b);
    grad_add(a, da);
    grad_add(b, tensor_neg(tensor_mul(da, y)));
}

static const Operation div_op = {
    .name = "div", .backward = div_backward, .reads = {READS_INPUT(1), READS_INPUT(1) | READS_OUT}};

EXERCISE
Tensor *tensor_div(Tensor *a, Tensor *b)
{
    long shape[TENSOR_MAX_AXES];
    int ndim = broadcast_shape("tensor_div", a, b, shape);
    Tensor *out = tensor_new(ndim, shape);
    div_kernel(out, a, b);
    return closure_record(out, &div_op, INPUTS(a, b), NO_CAPTURE);
}
