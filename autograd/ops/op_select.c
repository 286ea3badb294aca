/* op_select.c - choose between numbers by a mask of 0 and 1. The mask itself gets no gradient. */
#include <math.h>
#include "op.h"

/* ---- what is no mask ------------------------------------------------------------------------- */

/* NaN is none, either. One pass, without a branch for each number. */
static void check_entries(const char *operation, const char *name, const Tensor *mask)
{
    Scope *scratch = scope_open();
    const Tensor *t = tensor_is_contiguous(mask) ? mask : tensor_new_like(mask);
    if (t != mask)
        copy_kernel((Tensor *)t, mask);
    long n = tensor_numel(t), wrong = 0, first = 0;
    for (long i = 0; i < n; i++)
        wrong += t->data[i] != 0 && t->data[i] != 1;
    while (wrong > 0 && (t->data[first] == 0 || t->data[first] == 1))
        first++;
    double x = wrong > 0 ? (double)t->data[first] : 0;
    scope_close(scratch);
    if (wrong > 0) /* NaN prints with or without a sign, depending on the machine */
        fail("%s: number %ld of the %s %s is %.4g, expected 0 or 1. hint: tensor_ne_scalar(%s, 0)",
             operation, first, name, tensor_shape_text(mask), isnan(x) ? fabs(x) : x, name);
}

/* ---- masked_fill ----------------------------------------------------------------------------- */

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

static const Operation masked_fill_op = {.name = "masked_fill",
                                         .backward = masked_fill_backward,
                                         .describe = describe_value,
                                         .reads = {READS_INPUT(1)},
                                         .flops = flops_none};
/* Filling with an infinity makes infinities on purpose. */
static const Operation masked_fill_infinite_op = {.name = "masked_fill",
                                                  .backward = masked_fill_backward,
                                                  .may_be_infinite = true,
                                                  .describe = describe_value,
                                                  .reads = {READS_INPUT(1)},
                                                  .flops = flops_none};

Tensor *tensor_masked_fill(Tensor *a, Tensor *mask, real value)
{
    if (!broadcast_fits(mask, a->ndim, a->shape))
        fail("tensor_masked_fill: a mask of shape %s does not broadcast to %s",
             tensor_shape_text(mask), tensor_shape_text(a));
    if (mask->requires_grad)
        fail("tensor_masked_fill: the mask requires a gradient, but a choice has none. hint: "
             "tensor_detach");
    check_entries("tensor_masked_fill", "mask", mask);
    Tensor *out = tensor_new_like(a);
    masked_fill_kernel(out, a, mask, value);
    const Operation *op = isfinite(value) ? &masked_fill_op : &masked_fill_infinite_op;
    return closure_record(out, op, INPUTS(a, mask), CAPTURE(MaskedFillCapture, value));
}

/* ---- where ----------------------------------------------------------------------------------- */

static void where_backward(Closure *c, Tensor *dy)
{
    Tensor *zero = tensor_scalar(0), *da = tensor_new_like(dy), *db = tensor_new_like(dy);
    where_kernel(da, c->in[0], dy, zero);
    where_kernel(db, c->in[0], zero, dy);
    grad_add(c->in[1], da);
    grad_add(c->in[2], db);
}

static const Operation where_op = {.name = "where",
                                   .backward = where_backward,
                                   .reads = {0, READS_INPUT(0), READS_INPUT(0)},
                                   .flops = flops_none};

Tensor *tensor_where(Tensor *condition, Tensor *a, Tensor *b)
{
    long shape[TENSOR_MAX_AXES];
    if (condition->requires_grad)
        fail("tensor_where: the condition requires a gradient, but a choice has none. hint: "
             "tensor_detach");
    int ndim = broadcast_shape_of_three("tensor_where", condition, a, b, shape);
    check_entries("tensor_where", "condition", condition);
    Tensor *out = tensor_new(ndim, shape);
    where_kernel(out, condition, a, b);
    return closure_record(out, &where_op, INPUTS(condition, a, b), NO_CAPTURE);
}
