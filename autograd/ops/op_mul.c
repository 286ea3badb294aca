/* op_mul.c - products, number by number: each side's gradient is scaled by the other side. */
#include "autograd.h"

static void mul_backward(Closure *c, Tensor *dy)
{
    Tensor *a = c->in[0], *b = c->in[1];
    if (a->requires_grad)
        grad_add(a, tensor_mul(dy, b));
    if (b->requires_grad)
        grad_add(b, tensor_mul(dy, a));
}

static const Operation mul_op = {
    .name = "mul", .backward = mul_backward, .reads = {READS_INPUT(1), READS_INPUT(0)}};

EXERCISE
Tensor *tensor_mul(Tensor *a, Tensor *b)
{
    long shape[TENSOR_MAX_AXES];
    int ndim = broadcast_shape("tensor_mul", a, b, shape);
    Tensor *out = tensor_new(ndim, shape);
    mul_kernel(out, a, b);
    return closure_record(out, &mul_op, INPUTS(a, b), NO_CAPTURE);
}
