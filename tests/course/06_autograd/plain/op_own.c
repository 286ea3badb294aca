/* op_own.c - one of two numbers through a gate: a / (1 + e^-b), by operations that are there. */
#include "op.h"

static void gate_backward(Closure *c, Tensor *dy)
{
    Tensor *a = c->in[0];
    Tensor *b = c->in[1];
    Tensor *open = tensor_sigmoid(b);

    if (a->requires_grad) {
        Tensor *da = tensor_mul(dy, open);
        grad_add(a, da);
    }
    if (b->requires_grad) {
        Tensor *shut = tensor_add_scalar(tensor_neg(open), 1);
        Tensor *slope = tensor_mul(a, tensor_mul(open, shut));
        Tensor *db = tensor_mul(dy, slope);
        grad_add(b, db);
    }
}

/* A sign, e to it, 1 more, a division. */
static double gate_flops(const Closure *c)
{
    long n = tensor_numel(c->out);
    return 4.0 * (double)n;
}

static const Operation gate_op = {.name = "gate", .backward = gate_backward, .flops = gate_flops};

Tensor *own_operation(Tensor *a, Tensor *b)
{
    long shape[TENSOR_MAX_AXES];
    int ndim = broadcast_shape("gate", a, b, shape);
    Tensor *open = tensor_new_like(b);
    Tensor *result = tensor_new(ndim, shape);
    sigmoid_kernel(open, b);
    mul_kernel(result, a, open);
    return closure_record(result, &gate_op, INPUTS(a, b), NO_CAPTURE);
}
