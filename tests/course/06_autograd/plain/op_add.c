/* op_add.c - sums, number by number. */
#include "autograd.h"

static void add_backward(Closure *c, Tensor *dy)
{
    grad_add(c->in[0], dy);
    grad_add(c->in[1], dy);
}

static const Operation add_op = {.name = "add", .backward = add_backward};

Tensor *tensor_add(Tensor *a, Tensor *b)
{
    long shape[TENSOR_MAX_AXES];
    int ndim = broadcast_shape("tensor_add", a, b, shape);
    Tensor *sum = tensor_new(ndim, shape);
    add_kernel(sum, a, b);
    return closure_record(sum, &add_op, INPUTS(a, b), NO_CAPTURE);
}
