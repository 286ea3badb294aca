/* op_softmax.c - probabilities along an axis, whichever it is, their logarithms, and the logarithm
 * of a sum of exponentials, without overflow.
 */
#include "op.h"
#include "along_axis.h"

/* ---- softmax: a row of it is softmax_backward_row -------------------------------------------- */

static void softmax_backward(Closure *c, Tensor *dy)
{
    Tensor *y = c->out, *dx = tensor_new_like(y);
    along_axis("tensor_softmax", dx, dy, y, axis_of(c), softmax_backward_row, false);
    grad_add(c->in[0], dx);
}

/* The largest, minus it, e to that, their sum, divided; its logarithm likewise. */
static double softmax_flops(const Closure *c)
{
    return 5 * (double)tensor_numel(c->out);
}

static const Operation softmax_op = {.name = "softmax",
                                     .backward = softmax_backward,
                                     .describe = describe_axis,
                                     .reads = {READS_OUT},
                                     .flops = softmax_flops,
                                     .shares = SHARES_IN_RESULT};

Tensor *tensor_softmax(Tensor *a, int axis)
{
    return axis_operation("tensor_softmax", a, axis, &softmax_op, softmax_kernel);
}

/* ---- log_softmax: dx = dy - softmax(x) sum(dy) ----------------------------------------------- */

static void log_softmax_backward(Closure *c, Tensor *dy)
{
    int axis = axis_of(c);
    Tensor *total = tensor_sum(dy, AXES(axis), true);
    grad_add(c->in[0], tensor_sub(dy, tensor_mul(tensor_exp(c->out), total)));
}

static const Operation log_softmax_op = {.name = "log_softmax",
                                         .backward = log_softmax_backward,
                                         .describe = describe_axis,
                                         .reads = {READS_OUT},
                                         .flops = softmax_flops};

Tensor *tensor_log_softmax(Tensor *a, int axis)
{
    return axis_operation("tensor_log_softmax", a, axis, &log_softmax_op, log_softmax_kernel);
}

/* ---- logsumexp: dx = dy softmax(x) ----------------------------------------------------------- */

static void logsumexp_backward(Closure *c, Tensor *dy)
{
    Tensor *a = c->in[0];
    int axis = axis_of(c);
    Tensor *whole = dy->ndim == a->ndim ? dy : tensor_unsqueeze(dy, axis);
    grad_add(a, tensor_mul(tensor_softmax(a, axis), whole));
}

/* The largest, minus it, e to that, their sum. */
static double logsumexp_flops(const Closure *c)
{
    return 4 * (double)tensor_numel(c->in[0]);
}

static const Operation logsumexp_op = {.name = "logsumexp",
                                       .backward = logsumexp_backward,
                                       .describe = describe_axis,
                                       .reads = {READS_INPUT(0)},
                                       .flops = logsumexp_flops};

Tensor *tensor_logsumexp(Tensor *a, int axis, bool keepdims)
{
    long shape[TENSOR_MAX_AXES];
    axis = tensor_axis("tensor_logsumexp", axis, a);
    int ndim = reduce_shape("tensor_logsumexp", a, AXES(axis), true, shape);
    Tensor *out = tensor_new(ndim, shape);
    logsumexp_kernel(out, a, axis);
    if (!keepdims) {
        Tensor *flat = tensor_new_view(out);
        squeeze_view(flat, out, axis);
        out = flat;
    }
    return closure_record(out, &logsumexp_op, INPUTS(a), CAPTURE(AxisCapture, axis));
}
