/* op_scalar.c - a tensor with one plain number, which itself gets no gradient. */
#include "autograd.h"

static void describe_number(const Closure *c, char *text, size_t size)
{
    snprintf(text, size, "%.4g", (double)c->attr[0].r);
}

static void mul_scalar_backward(Closure *c, Tensor *dout)
{
    Tensor *taken = grad_take(c, c->in[0]);
    if (taken != NULL)
        scale_forward(taken, taken, c->attr[0].r);
    else
        grad_add_scaled(c->in[0], c->attr[0].r, dout);
}

static const Operation mul_scalar_op = {
    .name = "mul", .backward = mul_scalar_backward, .describe = describe_number};

Tensor *tensor_mul_scalar(Tensor *a, real s)
{
    Tensor *out = tensor_new_like(a);
    scale_forward(out, a, s);
    Closure *c = record(out, &mul_scalar_op, INPUTS(a));
    if (c != NULL)
        c->attr[0].r = s;
    return out;
}

static void add_scalar_backward(Closure *c, Tensor *dout)
{
    (void)dout;
    grad_hand_over(c, c->in[0]);
}

static const Operation add_scalar_op = {
    .name = "add", .backward = add_scalar_backward, .describe = describe_number};

Tensor *tensor_add_scalar(Tensor *a, real s)
{
    Tensor *out = tensor_new_like(a);
    shift_forward(out, a, s);
    Closure *c = record(out, &add_scalar_op, INPUTS(a));
    if (c != NULL)
        c->attr[0].r = s;
    return out;
}
