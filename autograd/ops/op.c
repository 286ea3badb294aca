/* op.c - steps that several operations share. */
#include "op.h"

/* ---- functions of one number ----------------------------------------------------------------- */

Tensor *unary_operation(Tensor *a, void (*forward)(Tensor *out, const Tensor *a),
                        const Operation *op)
{
    Tensor *out = tensor_new_like(a);
    forward(out, a);
    return closure_record(out, op, INPUTS(a), NO_CAPTURE);
}

void rows_backward(Closure *c, Tensor *dy, const Tensor *x_or_y, RowFunction row, const real *arg)
{
    Tensor *dx = tensor_new_like(c->in[0]);
    rows_apply(dx, 2, (const Tensor *[]){dy, x_or_y}, row, arg);
    grad_add(c->in[0], dx);
}

/* ---- three tensors --------------------------------------------------------------------------- */

int broadcast_shape_of_three(const char *operation, const Tensor *a, const Tensor *b,
                             const Tensor *c, long *shape)
{
    Tensor common = {.ndim = broadcast_shape(operation, b, c, shape)};
    for (int d = 0; d < common.ndim; d++)
        common.shape[d] = shape[d];
    return broadcast_shape(operation, a, &common, shape);
}

/* ---- what they cost -------------------------------------------------------------------------- */

double flops_none(const Closure *c)
{
    (void)c;
    return 0;
}

double flops_per_input(const Closure *c)
{
    return (double)tensor_numel(c->in[0]);
}

/* ---- one axis -------------------------------------------------------------------------------- */

Tensor *axis_operation(const char *name, Tensor *a, int axis, const Operation *op,
                       void (*forward)(Tensor *out, const Tensor *a, int axis))
{
    axis = tensor_axis(name, axis, a);
    Tensor *out = tensor_new_like(a);
    forward(out, a, axis);
    return closure_record(out, op, INPUTS(a), CAPTURE(AxisCapture, axis));
}

int axis_of(const Closure *c)
{
    return ((const AxisCapture *)c->capture)->axis;
}

void describe_axis(const Closure *c, char *text, size_t size)
{
    snprintf(text, size, "axis %d", axis_of(c));
}

/* ---- vectors as matrices --------------------------------------------------------------------- */

Tensor *as_matrix(Tensor *t, int vector_axis)
{
    return t->ndim == 1 ? tensor_unsqueeze(t, vector_axis) : t;
}

Tensor *with_both_axes(Tensor *dy, const Tensor *a, const Tensor *b)
{
    if (a->ndim == 1)
        dy = tensor_unsqueeze(dy, b->ndim == 1 ? 0 : -2);
    return b->ndim == 1 ? tensor_unsqueeze(dy, -1) : dy;
}

void add_matrix_share(Tensor *t, Tensor *share, int vector_axis)
{
    grad_add(t, t->ndim == 1 ? tensor_squeeze(share, vector_axis) : share);
}
