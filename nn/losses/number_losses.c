/* number_losses.c - losses that compare numbers with numbers, one for each of them.
 *
 * Each binary one is a row of losses and two rows of derivatives: that of the prediction is
 * multiplied by the gradient that comes, that of the target, which is seldom asked for, too.
 */
#include "loss_parts.h"
#include "sigmoid.h"
#include "vmath.h"
#include <math.h>

static void check_alike(const char *operation, const Tensor *a, const Tensor *b, Reduction r)
{
    if (!tensor_same_shape(a, b))
        fail("%s: prediction %s and target %s must have the same shape. hint: tensor_reshape, so "
             "that nothing broadcasts by accident",
             operation, tensor_shape_text(a), tensor_shape_text(b));
    if (tensor_numel(a) == 0 && r == REDUCTION_MEAN)
        fail("%s: shape %s has no elements to average over", operation, tensor_shape_text(a));
}

Tensor *loss_mse(Tensor *prediction, Tensor *target, Reduction reduction)
{
    loss_check("loss_mse", reduction, NULL, NULL);
    check_alike("loss_mse", prediction, target, reduction);
    if (reduction == REDUCTION_MEAN)
        return tensor_mse_loss(prediction, target);
    Tensor *difference = tensor_sub(prediction, target);
    return loss_reduce(tensor_mul(difference, difference), reduction, 0);
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* in: p or x, t, and, behind the gradient dy, once more; pos_weight is the last of those that have
 * one. */
static real log_at_least_100(double log_p)
{
    return (real)(log_p > -100 ? log_p : -100);
}

static void bce_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *p = in[0], *t = in[1];
    (void)arg;
    for (long i = 0; i < n; i++)
        out[i] = -t[i] * log_at_least_100(log((double)p[i])) -
                 (1 - t[i]) * log_at_least_100(log1p(-(double)p[i]));
}

static void bce_dp_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *dy = in[0], *p = in[1], *t = in[2], least = (real)1e-12;
    (void)arg;
    for (long i = 0; i < n; i++) {
        real slope = (1 - p[i]) * p[i];
        out[i] = dy[i] * (p[i] - t[i]) / (slope > least ? slope : least);
    }
}

static void bce_dt_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *dy = in[0], *p = in[1];
    (void)arg;
    for (long i = 0; i < n; i++)
        out[i] =
            dy[i] * (log_at_least_100(log1p(-(double)p[i])) - log_at_least_100(log((double)p[i])));
}

/* -log s(-x) = log(1 + e^x) */
static real softplus(real x)
{
    return (x > 0 ? x : 0) + real_log(1 + real_exp(-real_abs(x)));
}

/* -log s(x) = softplus(-x), -log(1 - s(x)) = softplus(x) */
static void logits_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *x = in[0], *t = in[1], *w = in[2];
    (void)arg;
    for (long i = 0; i < n; i++)
        out[i] = w[i] * t[i] * softplus(-x[i]) + (1 - t[i]) * softplus(x[i]);
}

static void logits_dx_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *dy = in[0], *x = in[1], *t = in[2], *w = in[3];
    (void)arg;
    for (long i = 0; i < n; i++)
        out[i] = dy[i] * ((1 - t[i]) * real_sigmoid(x[i]) - w[i] * t[i] * real_sigmoid(-x[i]));
}

static void logits_dt_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *dy = in[0], *x = in[1], *w = in[3];
    (void)arg;
    for (long i = 0; i < n; i++)
        out[i] = dy[i] * (w[i] * softplus(-x[i]) - softplus(x[i]));
}

/* ---- operations ------------------------------------------------------------------------------ */

/* Inputs are what the rows see behind dy; the first two get gradients. */
static void binary_backward(Closure *c, Tensor *dy, RowFunction dx, RowFunction dt)
{
    const RowFunction row[] = {dx, dt};
    const Tensor *seen[4] = {dy};
    for (int i = 0; i < c->n_in; i++)
        seen[i + 1] = c->in[i];
    for (int i = 0; i < 2; i++) {
        if (!c->in[i]->requires_grad)
            continue;
        Tensor *share = tensor_new_like(c->in[i]);
        rows_apply(share, c->n_in + 1, seen, row[i], NULL);
        grad_add(c->in[i], share);
    }
}

static void bce_backward(Closure *c, Tensor *dy)
{
    binary_backward(c, dy, bce_dp_row, bce_dt_row);
}

static void logits_backward(Closure *c, Tensor *dy)
{
    binary_backward(c, dy, logits_dx_row, logits_dt_row);
}

/* Two logarithms or softplus, times what they count, added up. */
static double binary_flops(const Closure *c)
{
    return 7 * (double)tensor_numel(c->in[0]);
}

static const Operation bce_op = {.name = "bce_loss",
                                 .backward = bce_backward,
                                 .reads = {READS_INPUT(0) | READS_INPUT(1), READS_INPUT(0)},
                                 .flops = binary_flops};
static const Operation logits_op = {.name = "bce_with_logits",
                                    .backward = logits_backward,
                                    .reads = {READS_ALL, READS_INPUT(0) | READS_INPUT(2)},
                                    .flops = binary_flops};

static Tensor *binary_loss(const Operation *op, RowFunction row, int n, Tensor *const in[],
                           Reduction reduction)
{
    Tensor *losses = tensor_new_like(in[0]);
    rows_apply(losses, n, (const Tensor *const *)in, row, NULL);
    closure_record(losses, op, n, in, NO_CAPTURE);
    return loss_reduce(losses, reduction, (double)tensor_numel(losses));
}

/* ---- the way in ------------------------------------------------------------------------------ */

static void check_probabilities(const char *name, const Tensor *t, const char *hint)
{
    const Tensor *rows = t;
    if (!tensor_is_contiguous(t)) {
        Tensor *copy = tensor_new_like(t);
        copy_kernel(copy, t);
        rows = copy;
    }
    for (long i = 0, n = tensor_numel(t); i < n; i++)
        if (!(rows->data[i] >= 0 && rows->data[i] <= 1))
            fail("loss_bce: element %ld of the %s %s is %g, expected a number from 0 to 1%s", i,
                 name, tensor_shape_text(t), (double)rows->data[i], hint);
}

Tensor *loss_bce(Tensor *probability, Tensor *target, Reduction reduction)
{
    loss_check("loss_bce", reduction, NULL, NULL);
    check_alike("loss_bce", probability, target, reduction);
    check_probabilities("prediction", probability,
                        ". hint: loss_bce_with_logits is for logits, tensor_sigmoid makes "
                        "probabilities of them");
    check_probabilities("target", target, "");
    return binary_loss(&bce_op, bce_row, INPUTS(probability, target), reduction);
}

Tensor *loss_bce_with_logits(Tensor *logits, Tensor *target, Tensor *pos_weight,
                             Reduction reduction)
{
    const char *operation = "loss_bce_with_logits";
    loss_check(operation, reduction, "pos_weight", pos_weight);
    check_alike(operation, logits, target, reduction);
    if (pos_weight == NULL && reduction == REDUCTION_MEAN)
        return tensor_bce_with_logits(logits, target);
    if (pos_weight == NULL)
        pos_weight = tensor_scalar(1);
    if (!broadcast_fits(pos_weight, logits->ndim, logits->shape))
        fail("%s: pos_weight %s does not broadcast to logits %s", operation,
             tensor_shape_text(pos_weight), tensor_shape_text(logits));
    return binary_loss(&logits_op, logits_row, INPUTS(logits, target, pos_weight), reduction);
}
