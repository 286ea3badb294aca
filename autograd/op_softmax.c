/* op_softmax.c - probabilities along an axis.
 *
 * Every output depends on every input of its row, because the row sums to 1:
 *     y_i = e^x_i / sum_j e^x_j        dx_i = y_i (dy_i - sum_j dy_j y_j)
 * The term behind the minus couples the row; without it the gradient is wrong.
 */
#include "autograd.h"
#include "../tensor/along_axis.h"
#include "../tensor/clones.h"

typedef struct {
    int axis;
} AxisCapture;

static int axis_of(const Closure *c)
{
    return ((const AxisCapture *)c->capture)->axis;
}

static void describe_axis(const Closure *c, char *text, size_t size)
{
    snprintf(text, size, "axis %d", axis_of(c));
}

static Tensor *softmax_like(const char *name, Tensor *a, int axis, const Operation *op,
                            void (*forward)(Tensor *out, const Tensor *a, int axis))
{
    axis = axis_index(name, axis, a);
    Tensor *out = tensor_new_like(a);
    forward(out, a, axis);
    return closure_record(out, op, INPUTS(a), CAPTURE(AxisCapture, axis));
}

/* ---- softmax ------------------------------------------------------------------------------------------ */

KINDLING_CLONES static void softmax_backward_row(long n, real *dx, const real *dy, const real *y)
{
    real dot = 0;
#pragma omp simd reduction(+ : dot)
    for (long i = 0; i < n; i++)
        dot += dy[i] * y[i];
#pragma omp simd
    for (long i = 0; i < n; i++)
        dx[i] = y[i] * (dy[i] - dot);
}

static void softmax_backward(Closure *c, Tensor *dy)
{
    Tensor *y = c->out, *dx = tensor_new_like(y);
    along_axis("tensor_softmax", dx, dy, y, axis_of(c), softmax_backward_row, false);
    grad_add(c->in[0], dx);
}

static const Operation softmax_op = {
    .name = "softmax", .backward = softmax_backward, .describe = describe_axis};

Tensor *tensor_softmax(Tensor *a, int axis)
{
    return softmax_like("tensor_softmax", a, axis, &softmax_op, softmax_forward);
}

/* ---- log_softmax: dx = dy - softmax(x) sum(dy) ----------------------------------------------------------- */

static void log_softmax_backward(Closure *c, Tensor *dy)
{
    int axis = axis_of(c);
    Tensor *total = tensor_sum(dy, AXES(axis), true);
    grad_add(c->in[0], tensor_sub(dy, tensor_mul(tensor_exp(c->out), total)));
}

static const Operation log_softmax_op = {
    .name = "log_softmax", .backward = log_softmax_backward, .describe = describe_axis};

Tensor *tensor_log_softmax(Tensor *a, int axis)
{
    return softmax_like("tensor_log_softmax", a, axis, &log_softmax_op, log_softmax_forward);
}

/* ---- logsumexp: dx = dy softmax(x) ------------------------------------------------------------------------- */

static void logsumexp_backward(Closure *c, Tensor *dy)
{
    Tensor *a = c->in[0];
    int axis = axis_of(c);
    Tensor *whole = dy->ndim == a->ndim ? dy : tensor_unsqueeze(dy, axis);
    grad_add(a, tensor_mul(tensor_softmax(a, axis), whole));
}

static const Operation logsumexp_op = {
    .name = "logsumexp", .backward = logsumexp_backward, .describe = describe_axis};

Tensor *tensor_logsumexp(Tensor *a, int axis, bool keepdims)
{
    long shape[TENSOR_MAX_AXES];
    axis = axis_index("tensor_logsumexp", axis, a);
    int ndim = reduced_shape("tensor_logsumexp", a, AXES(axis), true, shape);
    Tensor *out = tensor_new(ndim, shape);
    logsumexp_forward(out, a, axis);
    if (!keepdims) {
        Tensor *flat = tensor_new_view(out);
        squeeze_forward(flat, out, axis);
        out = flat;
    }
    return closure_record(out, &logsumexp_op, INPUTS(a), CAPTURE(AxisCapture, axis));
}
