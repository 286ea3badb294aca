/* op_maximum.c - the larger or the smaller of two numbers, and numbers kept between two others.
 *
 * The gradient goes to whose number the result is, in halves to both where they are equal. Where
 * one is NaN each gets all of it. This, and every edge of the clamp, is as in PyTorch.
 */
#include <math.h>
#include "op.h"

/* ---- maximum, minimum ------------------------------------------------------------------------ */

/* The share of x beside other, where the larger wins (sign 1) or the smaller (sign -1). */
static void winner_share_row(long n, real *dx, const real *const in[], const real *sign)
{
    const real *dy = in[0], *x = in[1], *other = in[2];
    for (long i = 0; i < n; i++) {
        real mine = *sign * x[i], theirs = *sign * other[i];
        dx[i] = mine < theirs ? 0 : mine == theirs ? dy[i] / 2 : dy[i];
    }
}

static void share_out(Closure *c, Tensor *dy, real sign)
{
    for (int i = 0; i < 2; i++) {
        if (!c->in[i]->requires_grad)
            continue;
        Tensor *dx = tensor_new_like(dy);
        rows_apply(dx, 3, (const Tensor *[]){dy, c->in[i], c->in[1 - i]}, winner_share_row, &sign);
        grad_add(c->in[i], dx);
    }
}

static void maximum_backward(Closure *c, Tensor *dy)
{
    share_out(c, dy, 1);
}

static const Operation maximum_op = {
    .name = "maximum",
    .backward = maximum_backward,
    .reads = {READS_INPUT(0) | READS_INPUT(1), READS_INPUT(0) | READS_INPUT(1)}};

Tensor *tensor_maximum(Tensor *a, Tensor *b)
{
    long shape[TENSOR_MAX_AXES];
    int ndim = broadcast_shape("tensor_maximum", a, b, shape);
    Tensor *out = tensor_new(ndim, shape);
    maximum_kernel(out, a, b);
    return closure_record(out, &maximum_op, INPUTS(a, b), NO_CAPTURE);
}

static void minimum_backward(Closure *c, Tensor *dy)
{
    share_out(c, dy, -1);
}

static const Operation minimum_op = {
    .name = "minimum",
    .backward = minimum_backward,
    .reads = {READS_INPUT(0) | READS_INPUT(1), READS_INPUT(0) | READS_INPUT(1)}};

Tensor *tensor_minimum(Tensor *a, Tensor *b)
{
    long shape[TENSOR_MAX_AXES];
    int ndim = broadcast_shape("tensor_minimum", a, b, shape);
    Tensor *out = tensor_new(ndim, shape);
    minimum_kernel(out, a, b);
    return closure_record(out, &minimum_op, INPUTS(a, b), NO_CAPTURE);
}

/* ---- clamp between tensors: each gets the gradient where its number is the result ------------ */

static void clamped_share_row(long n, real *dx, const real *const in[], const real *arg)
{
    const real *dy = in[0], *x = in[1], *low = in[2], *high = in[3];
    (void)arg;
    for (long i = 0; i < n; i++)
        dx[i] = x[i] >= low[i] && x[i] <= high[i] ? dy[i] : 0;
}

static void low_share_row(long n, real *dx, const real *const in[], const real *arg)
{
    const real *dy = in[0], *x = in[1], *low = in[2], *high = in[3];
    (void)arg;
    for (long i = 0; i < n; i++)
        dx[i] = x[i] < low[i] && low[i] < high[i] ? dy[i] : 0;
}

static void high_share_row(long n, real *dx, const real *const in[], const real *arg)
{
    const real *dy = in[0], *x = in[1], *low = in[2], *high = in[3];
    (void)arg;
    for (long i = 0; i < n; i++)
        dx[i] = x[i] > high[i] || high[i] < low[i] ? dy[i] : 0;
}

static void clamp_tensor_backward(Closure *c, Tensor *dy)
{
    static const RowFunction share[] = {clamped_share_row, low_share_row, high_share_row};
    for (int i = 0; i < 3; i++) {
        if (!c->in[i]->requires_grad)
            continue;
        Tensor *dx = tensor_new_like(dy);
        rows_apply(dx, 4, (const Tensor *[]){dy, c->in[0], c->in[1], c->in[2]}, share[i], NULL);
        grad_add(c->in[i], dx);
    }
}

static const Operation clamp_tensor_op = {
    .name = "clamp", .backward = clamp_tensor_backward, .reads = {READS_ALL, READS_ALL, READS_ALL}};

Tensor *tensor_clamp_tensor(Tensor *a, Tensor *low, Tensor *high)
{
    if (low == NULL && high == NULL)
        fail("tensor_clamp_tensor: low and high are both NULL, expected at least one of them");
    if (low == NULL)
        low = tensor_scalar((real)-INFINITY);
    if (high == NULL)
        high = tensor_scalar((real)INFINITY);
    long shape[TENSOR_MAX_AXES];
    int ndim = broadcast_shape_of_three("tensor_clamp_tensor", a, low, high, shape);
    Tensor *out = tensor_new(ndim, shape);
    clamp_tensor_kernel(out, a, low, high);
    return closure_record(out, &clamp_tensor_op, INPUTS(a, low, high), NO_CAPTURE);
}
