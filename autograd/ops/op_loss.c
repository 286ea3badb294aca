/* op_loss.c - two losses that compare numbers with numbers, averaged over all elements. */
#include "op.h"
#include "sigmoid.h"
#include "vmath.h"

static void check_alike(const char *operation, const Tensor *a, const Tensor *b)
{
    if (!tensor_same_shape(a, b))
        fail("%s: prediction %s and target %s must have the same shape. hint: tensor_reshape, so "
             "that nothing broadcasts by accident",
             operation, tensor_shape_text(a), tensor_shape_text(b));
    if (tensor_numel(a) == 0)
        fail("%s: shape %s has no elements to average over", operation, tensor_shape_text(a));
}

/* ---- mean squared error: mean (p - t)^2, dp = 2 (p - t) / N ---------------------------------- */

void mse_kernel(Tensor *out, Tensor *difference, const Tensor *prediction, const Tensor *target)
{
    Tensor *square = tensor_new_like(prediction);
    sub_kernel(difference, prediction, target);
    mul_kernel(square, difference, difference);
    sum_kernel(out, square, 0);
    out->data[0] /= (real)tensor_numel(square);
}

typedef struct {
    Tensor *difference;
} MseCapture;

static void mse_backward(Closure *c, Tensor *dy)
{
    Tensor *difference = ((const MseCapture *)c->capture)->difference;
    real scale = 2 * dy->data[0] / (real)tensor_numel(difference);
    if (c->in[0]->requires_grad)
        grad_add(c->in[0], tensor_mul_scalar(difference, scale));
    if (c->in[1]->requires_grad)
        grad_add(c->in[1], tensor_mul_scalar(difference, -scale));
}

/* Minus, squared, added up. */
static double mse_flops(const Closure *c)
{
    return 3 * (double)tensor_numel(c->in[0]);
}

static const Operation mse_op = {
    .name = "mse_loss", .backward = mse_backward, .saved = 1, .flops = mse_flops};

Tensor *tensor_mse_loss(Tensor *prediction, Tensor *target)
{
    check_alike("tensor_mse_loss", prediction, target);
    Tensor *difference = tensor_new_like(prediction), *out = tensor_new(SCALAR);
    mse_kernel(out, difference, prediction, target);
    return closure_record(out, &mse_op, INPUTS(prediction, target),
                          CAPTURE(MseCapture, difference));
}

/* ---- binary cross-entropy from logits: dx = (sigmoid(x) - t) / N, dt = -x / N ---------------- */

EXERCISE
void bce_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *x = in[0], *t = in[1];
    (void)arg;
#pragma omp simd
    for (long i = 0; i < n; i++) {
        real e = real_exp(-real_abs(x[i])), u = 1 + e;
        real rest = u == 1 ? e : real_log(u) * e / (u - 1); /* log(1 + e), also of a small e */
        out[i] = (x[i] > 0 ? x[i] : 0) - x[i] * t[i] + rest;
    }
}

static void bce_backward_row(long n, real *dx, const real *const in[], const real *scale)
{
    const real *x = in[0], *t = in[1];
#pragma omp simd
    for (long i = 0; i < n; i++)
        dx[i] = scale[0] * (real_sigmoid(x[i]) - t[i]);
}

static void bce_backward(Closure *c, Tensor *dy)
{
    Tensor *x = c->in[0], *t = c->in[1], *dx = tensor_new_like(x);
    real scale = dy->data[0] / (real)tensor_numel(x);
    rows_apply(dx, 2, (const Tensor *[]){x, t}, bce_backward_row, &scale);
    grad_add(x, dx);
    if (t->requires_grad)
        grad_add(t, tensor_mul_scalar(x, -scale));
}

/* A softplus of 4, the target times x, minus, added up. */
static double bce_flops(const Closure *c)
{
    return 7 * (double)tensor_numel(c->in[0]);
}

static const Operation bce_op = {.name = "bce_with_logits",
                                 .backward = bce_backward,
                                 .reads = {READS_INPUT(0) | READS_INPUT(1), READS_INPUT(0)},
                                 .flops = bce_flops};

Tensor *tensor_bce_with_logits(Tensor *logits, Tensor *target)
{
    check_alike("tensor_bce_with_logits", logits, target);
    Tensor *losses = tensor_new_like(logits), *out = tensor_new(SCALAR);
    rows_apply(losses, 2, (const Tensor *[]){logits, target}, bce_row, NULL);
    sum_kernel(out, losses, 0);
    out->data[0] /= (real)tensor_numel(logits);
    return closure_record(out, &bce_op, INPUTS(logits, target), NO_CAPTURE);
}
