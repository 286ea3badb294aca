/* op_scalar.c - a tensor with one plain number, which itself gets no gradient. */
#include "autograd.h"

typedef struct {
    real number;
} ScalarCapture;

static void describe_number(const Closure *c, char *text, size_t size)
{
    const ScalarCapture *capture = c->capture;
    snprintf(text, size, "%.4g", (double)capture->number);
}

/* ---- y = s x, dx = s dy ---------------------------------------------------------------------- */

static void mul_scalar_backward(Closure *c, Tensor *dy)
{
    const ScalarCapture *capture = c->capture;
    grad_add(c->in[0], tensor_mul_scalar(dy, capture->number));
}

static const Operation mul_scalar_op = {
    .name = "mul", .backward = mul_scalar_backward, .describe = describe_number};

Tensor *tensor_mul_scalar(Tensor *a, real s)
{
    Tensor *out = tensor_new_like(a);
    scale_kernel(out, a, s);
    return closure_record(out, &mul_scalar_op, INPUTS(a), CAPTURE(ScalarCapture, s));
}

/* ---- y = x + s, dx = dy ---------------------------------------------------------------------- */

static void add_scalar_backward(Closure *c, Tensor *dy)
{
    grad_add(c->in[0], dy);
}

static const Operation add_scalar_op = {
    .name = "add", .backward = add_scalar_backward, .describe = describe_number};

Tensor *tensor_add_scalar(Tensor *a, real s)
{
    Tensor *out = tensor_new_like(a);
    shift_kernel(out, a, s);
    return closure_record(out, &add_scalar_op, INPUTS(a), CAPTURE(ScalarCapture, s));
}
