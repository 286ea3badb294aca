/* op_select.c - choose between numbers by a mask of 0 and 1. The mask itself gets no gradient. */
#include <math.h>
#include "autograd.h"

/* ---- masked_fill ------------------------------------------------------------------------------------ */

static void keep_unmasked(long n, real *dx, const real *const in[], const real *arg)
{
    const real *dy = in[0], *mask = in[1];
    (void)arg;
    for (long i = 0; i < n; i++)
        dx[i] = mask[i] != 0 ? 0 : dy[i];
}

static void masked_fill_backward(Closure *c, Tensor *dout)
{
    Tensor *taken = grad_take(c, c->in[0]);
    if (taken != NULL)
        rows_apply(taken, 2, (const Tensor *[]){taken, c->in[1]}, keep_unmasked, NULL);
    else
        grad_add_rows(c->in[0], 2, (const Tensor *[]){dout, c->in[1]}, keep_unmasked, NULL);
}

static void describe_value(const Closure *c, char *text, size_t size)
{
    snprintf(text, size, "%.4g", (double)c->attr[0].r);
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
    if (!can_broadcast(mask, a->ndim, a->shape))
        fail("tensor_masked_fill: a mask of shape %s does not broadcast to %s",
             tensor_shape_text(mask), tensor_shape_text(a));
    if (mask->requires_grad)
        fail("tensor_masked_fill: the mask requires a gradient, but a choice has none. hint: "
             "tensor_detach");
    Tensor *out = tensor_new_like(a);
    masked_fill_forward(out, a, mask, value);
    const Operation *op = isfinite(value) ? &masked_fill_op : &masked_fill_infinite_op;
    Closure *c = record(out, op, INPUTS(a, mask));
    if (c != NULL)
        c->attr[0].r = value;
    return out;
}

/* ---- where -------------------------------------------------------------------------------------------- */

static void where_backward(Closure *c, Tensor *dout)
{
    Tensor *zero = tensor_scalar(0);
    grad_add(c->in[1], tensor_where(c->in[0], dout, zero));
    grad_add(c->in[2], tensor_where(c->in[0], zero, dout));
}

static const Operation where_op = {.name = "where", .backward = where_backward};

Tensor *tensor_where(Tensor *condition, Tensor *a, Tensor *b)
{
    long shape[TENSOR_MAX_AXES];
    if (condition->requires_grad)
        fail("tensor_where: the condition requires a gradient, but a choice has none. hint: "
             "tensor_detach");
    Tensor common = {.ndim = broadcast_shape("tensor_where", a, b, shape)};
    for (int d = 0; d < common.ndim; d++)
        common.shape[d] = shape[d];
    int ndim = broadcast_shape("tensor_where", condition, &common, shape);
    Tensor *out = tensor_new(ndim, shape);
    where_forward(out, condition, a, b);
    record(out, &where_op, INPUTS(condition, a, b));
    return out;
}
