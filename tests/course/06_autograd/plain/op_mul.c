/* op_mul.c - products, number by number. */
#include "autograd.h"

static void mul_backward(Closure *c, Tensor *dy)
{
    Tensor *a = c->in[0];
    Tensor *b = c->in[1];

    if (a->requires_grad) {
        Tensor *da = tensor_mul(dy, b);
        grad_add(a, da);
    }
    if (b->requires_grad) {
        Tensor *db = tensor_mul(dy, a);
        grad_add(b, db);
    }
}

static const Operation mul_op = {.name = "mul", .backward = mul_backward};

Tensor *tensor_mul(Tensor *a, Tensor *b)
{
    long shape[TENSOR_MAX_AXES];
    int ndim = broadcast_shape("tensor_mul", a, b, shape);
    Tensor *product = tensor_new(ndim, shape);
    mul_kernel(product, a, b);
    return closure_record(product, &mul_op, INPUTS(a, b), NO_CAPTURE);
}
