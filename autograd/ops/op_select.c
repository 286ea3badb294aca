/* op_select.c - choose between numbers by a mask of 0 and 1. The mask itself gets no gradient. */
#include <math.h>
#include "op.h"

/* ---- masked_fill ------------------------------------------------------------------------------------ */

typedef struct {
    real value;
} MaskedFillCapture;

/* What was overwritten gets nothing. */
static void masked_fill_backward(Closure *c, Tensor *dy)
{
    Tensor *x = c->in[0], *mask = c->in[1], *dx = tensor_new_like(x);
    masked_fill_kernel(dx, dy, mask, 0);
    grad_add(x, dx);
}

static void describe_value(const Closure *c, char *text, size_t size)
{
    const MaskedFillCapture *capture = c->capture;
    snprintf(text, size, "%.4g", (double)capture->value);
}

static const Operation masked_fill_op = {
    .name = "masked_fill", .backward = masked_fill_backward, .describe = describe_value};
/* Filling with an infinity makes infinities on purpose. */
static const Operation masked_fill_infinite_op = {.name = "masked_fill",
                                                  .backward = masked_fill_backward,
                                                  .may_be_infinite = true,
                                                  .describe = describe_value};

Tensor *tensor_masked_fill(Tensor *a, Tensor *mask, real value)
{
    if (!broadcast_fits(mask, a->ndim, a->shape))
        fail("tensor_masked_fill: a mask of shape %s does not broadcast to %s",
             tensor_shape_text(mask), tensor_shape_text(a));
    if (mask->requires_grad)
        fail("tensor_masked_fill: the mask requires a gradient, but a choice has none. hint: "
             "tensor_detach");
    Tensor *out = tensor_new_like(a);
    masked_fill_kernel(out, a, mask, value);
    const Operation *op = isfinite(value) ? &masked_fill_op : &masked_fill_infinite_op;
    return closure_record(out, op, INPUTS(a, mask), CAPTURE(MaskedFillCapture, value));
}

/* ---- where -------------------------------------------------------------------------------------------- */

static void where_backward(Closure *c, Tensor *dy)
{
    Tensor *zero = tensor_scalar(0);
    grad_add(c->in[1], tensor_where(c->in[0], dy, zero));
    grad_add(c->in[2], tensor_where(c->in[0], zero, dy));
}

static const Operation where_op = {.name = "where", .backward = where_backward};

Tensor *tensor_where(Tensor *condition, Tensor *a, Tensor *b)
{
    long shape[TENSOR_MAX_AXES];
    if (condition->requires_grad)
        fail("tensor_where: the condition requires a gradient, but a choice has none. hint: "
             "tensor_detach");
    int ndim = broadcast_shape_of_three("tensor_where", condition, a, b, shape);
    Tensor *out = tensor_new(ndim, shape);
    where_kernel(out, condition, a, b);
    return closure_record(out, &where_op, INPUTS(condition, a, b), NO_CAPTURE);
}
