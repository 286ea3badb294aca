/* op_div.c - quotients, number by number. */
#include "autograd.h"

static void div_backward(Closure *c, Tensor *dy)
{
    Tensor *a = c->in[0];
    Tensor *b = c->in[1];

    if (a->requires_grad)
        grad_add(a, tensor_div(dy, b));
    if (b->requires_grad) {
        Tensor *square = tensor_mul(b, b);
        Tensor *slope = tensor_neg(tensor_div(a, square));
        grad_add(b, tensor_mul(dy, slope));
    }
}

static const Operation div_op = {.name = "div", .backward = div_backward};

Tensor *tensor_div(Tensor *a, Tensor *b)
{
    long shape[TENSOR_MAX_AXES];
    int ndim = broadcast_shape("tensor_div", a, b, shape);
    Tensor *quotient = tensor_new(ndim, shape);
    div_kernel(quotient, a, b);
    return closure_record(quotient, &div_op, INPUTS(a, b), NO_CAPTURE);
}
