/* op_arithmetic.c - sums, differences, products and quotients, of two tensors or with one
 * number. */
#include "autograd.h"

/* ---- a sum passes its gradient on to both sides, unchanged ----------------------------------- */

static void add_backward(Closure *c, Tensor *dy)
{
    grad_add(c->in[0], dy);
    grad_add(c->in[1], dy);
}

static const Operation add_op = {.name = "add", .backward = add_backward};

EXERCISE
Tensor *tensor_add(Tensor *a, Tensor *b)
{
    long shape[TENSOR_MAX_AXES];
    int ndim = broadcast_shape("tensor_add", a, b, shape);
    Tensor *out = tensor_new(ndim, shape);
    add_kernel(out, a, b);
    return closure_record(out, &add_op, INPUTS(a, b), NO_CAPTURE);
}

/* ---- of a difference the second side's share has the other sign ------------------------------ */

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

/* ---- of a product each side's gradient is scaled by the other side --------------------------- */

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

/* ---- y = a / b ------------------------------------------------------------------------------- */

/* dy/da = 1 / b, dy/db = -a / b^2 = -y / b */
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

/* ---- with one plain number, which itself gets no gradient ------------------------------------ */

typedef struct {
    real number;
} ScalarCapture;

static void describe_number(const Closure *c, char *text, size_t size)
{
    const ScalarCapture *capture = c->capture;
    snprintf(text, size, "%.4g", (double)capture->number);
}

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
