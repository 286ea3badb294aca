/* op_loss.c - two losses that compare numbers with numbers, averaged over all elements.
 *
 * You write the numbers, forward; what flows back is given.
 */
#include "autograd.h"
#include "vmath.h"
#include "todo.h"

/* ---- given: what a caller can do wrong ----------------------------------------------------------- */

static void check_alike(const char *operation, const Tensor *a, const Tensor *b)
{
    if (!tensor_same_shape(a, b))
        fail("%s: prediction %s and target %s must have the same shape. hint: tensor_reshape, so "
             "that nothing broadcasts by accident",
             operation, tensor_shape_text(a), tensor_shape_text(b));
    if (tensor_numel(a) == 0)
        fail("%s: shape %s has no elements to average over", operation, tensor_shape_text(a));
}

/* ---- given: dp = 2 (p - t) / N ------------------------------------------------------------------- */

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

static const Operation mse_op = {.name = "mse_loss", .backward = mse_backward, .saved = 1};

/* ---- 04.5 ---------------------------------------------------------------------------------------- */

static void mse_kernel(Tensor *out, Tensor *difference, const Tensor *prediction,
                       const Tensor *target)
{
    /* TODO: out = the mean of (prediction - target)^2, and difference = prediction - target.
     *
     * APPROACH
     *   1. Write difference with sub_kernel. It is an output of yours: the gradient needs it.
     *   2. Square it, number by number, into a new tensor (tensor_new_like, mul_kernel).
     *   3. Add up all squares into the scalar out: sum_kernel(out, square, 0).
     *   4. Divide out->data[0] by the number of elements, of all axes: tensor_numel.
     *
     * EXAMPLE
     *   prediction = [[1, 2], [3, 4]]   target = [[1, 0], [4, 6]]
     *   difference = [[0, 2], [-1, -2]], squares 0 + 4 + 1 + 4 = 9, out = 9/4 = 2.25
     *
     * HINT: kernels of module 01 do it all; they also know views, which a loop over ->data
     * does not. */
    todo("04.5 mse_kernel");
}

/* given */
Tensor *tensor_mse_loss(Tensor *prediction, Tensor *target)
{
    check_alike("tensor_mse_loss", prediction, target);
    Tensor *difference = tensor_new_like(prediction), *out = tensor_new(SCALAR);
    mse_kernel(out, difference, prediction, target);
    return closure_record(out, &mse_op, INPUTS(prediction, target),
                          CAPTURE(MseCapture, difference));
}

/* ---- 04.6 ---------------------------------------------------------------------------------------- */

/* A row function, see rows_apply: n neighbours of the logits in in[0], of the targets in in[1]. */
static void bce_row(long n, real *out, const real *const in[], const real *arg)
{
    /* TODO: out[i] = binary cross-entropy of the logit in[0][i] against the target in[1][i].
     *
     * APPROACH
     *   1. With x the logit and t the target (0, 1, or between):
     *          max(x, 0) - x t + log(1 + e^-|x|)
     *   2. -|x| is never positive, so the exponential cannot overflow: real_exp, real_log, real_abs.
     *   3. No mean here: tensor_bce_with_logits, below, takes it. arg is not used.
     *
     * EXAMPLE
     *   x = log 3 (probability 3/4)
     *   t = 1:  log 3 - log 3 + log(1 + 1/3) = log(4/3) = 0.2877
     *   t = 0:  log 3 - 0     + log(1 + 1/3) = log 4    = 1.3863
     *
     * HINT: do not compute the probability. At x = 40 it has rounded to 1, and log(1 - 1) is
     * -infinity. */
    (void)arg;
    todo("04.6 bce_row");
}

/* ---- given: the mean, and dx = (sigmoid(x) - t) / N, dt = -x / N --------------------------------- */

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

static const Operation bce_op = {.name = "bce_with_logits", .backward = bce_backward};

Tensor *tensor_bce_with_logits(Tensor *logits, Tensor *target)
{
    check_alike("tensor_bce_with_logits", logits, target);
    Tensor *losses = tensor_new_like(logits), *out = tensor_new(SCALAR);
    rows_apply(losses, 2, (const Tensor *[]){logits, target}, bce_row, NULL);
    sum_kernel(out, losses, 0);
    out->data[0] /= (real)tensor_numel(logits);
    return closure_record(out, &bce_op, INPUTS(logits, target), NO_CAPTURE);
}
