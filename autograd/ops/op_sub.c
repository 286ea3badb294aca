/* op_sub.c - differences: the first side's share is dy, the second's has the other sign. */
#include "autograd.h"

static void sub_backward(Closure *c, Tensor *dy)
{
    grad_add(c->in[0], dy);
    if (c->in[1]->requires_grad)
        grad_add(c->in[1], tensor_neg(dy));
}

static const Operation sub_op = {.name = "sub", .backward = sub_backward};

Tensor *tensor_sub(Tensor *a, Tensor *b)
{
    long shape[TENSOR_MAX_AXES];
    int ndim = broadcast_shape("tensor_sub", a, b, shape);
    Tensor *out = tensor_new(ndim, shape);
    sub_kernel(out, a, b);
    return closure_record(out, &sub_op, INPUTS(a, b), NO_CAPTURE);
}
