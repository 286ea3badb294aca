/* op_variance.c - variance and standard deviation along axes.
 *
 * With f = n - correction degrees of freedom, at least 0:
 *     var = sum (x - mean)^2 / f     dx = dy 2 (x - mean) / f
 *     std = sqrt(var)                dx = dy (x - mean) / (f std), and 0 where std is 0
 * That x moves the mean, too, adds nothing: the distances from a mean sum to 0.
 */
#include <math.h>
#include "op.h"
#include "vmath.h"

typedef struct {
    Tensor *mean; /* with size 1 along the reduced axes */
    real freedom;
    ReducedAxes axes;
} VarianceCapture;

static void describe_variance(const Closure *c, char *text, size_t size)
{
    const VarianceCapture *capture = c->capture;
    describe_axes(&capture->axes, text, size);
}

/* dx = (x - mean) times what factor has for its group. */
static void hand_out(Closure *c, Tensor *factor)
{
    const VarianceCapture *capture = c->capture;
    const Tensor *mean = capture->mean;
    Tensor *x = c->in[0], *distance = tensor_new_like(x);
    sub_kernel(distance, x, mean);
    grad_add(x, tensor_mul(distance, tensor_reshape(factor, mean->ndim, mean->shape)));
}

/* The result of either kernel, without its closure. */
static Tensor *variance_new(const char *operation, Tensor *a, int n, const int *axes,
                            long correction, bool keepdims, VarianceCapture *capture,
                            void (*kernel)(Tensor *, Tensor *, const Tensor *, real))
{
    Tensor *out = reduction_new(operation, a, n, axes, keepdims);
    Tensor view = reduction_aligned(operation, out, a, n, axes);
    long count = (long)elements_per_result(a, out), freedom = count - correction;
    capture->mean = tensor_new_like(&view);
    capture->freedom = (real)(freedom > 0 ? freedom : 0);
    capture->axes = reduced_axes(operation, a, n, axes);
    kernel(&view, capture->mean, a, capture->freedom);
    return out;
}

/* ---- var ------------------------------------------------------------------------------------- */

static void var_backward(Closure *c, Tensor *dy)
{
    const VarianceCapture *capture = c->capture;
    hand_out(c, tensor_mul_scalar(dy, 2 / capture->freedom));
}

/* Minus the mean, squared, added up. */
static double var_flops(const Closure *c)
{
    return 3 * (double)tensor_numel(c->in[0]);
}

static const Operation var_op = {.name = "var",
                                 .backward = var_backward,
                                 .saved = 1,
                                 .describe = describe_variance,
                                 .reads = {READS_INPUT(0)},
                                 .flops = var_flops};

Tensor *tensor_var(Tensor *a, int n, const int *axes, long correction, bool keepdims)
{
    VarianceCapture capture;
    Tensor *out =
        variance_new("tensor_var", a, n, axes, correction, keepdims, &capture, var_kernel);
    return closure_record(out, &var_op, INPUTS(a), sizeof capture, &capture);
}

/* ---- std ------------------------------------------------------------------------------------- */

static void std_factor_row(long n, real *factor, const real *const in[], const real *freedom)
{
    const real *dy = in[0], *y = in[1];
    for (long i = 0; i < n; i++)
        factor[i] = y[i] == 0 ? 0 : dy[i] / (*freedom * y[i]);
}

static void std_backward(Closure *c, Tensor *dy)
{
    const VarianceCapture *capture = c->capture;
    Tensor *factor = tensor_new_like(dy);
    rows_apply(factor, 2, (const Tensor *[]){dy, c->out}, std_factor_row, &capture->freedom);
    hand_out(c, factor);
}

/* A variance, and its root. */
static double std_flops(const Closure *c)
{
    return 4 * (double)tensor_numel(c->in[0]);
}

static const Operation std_op = {.name = "std",
                                 .backward = std_backward,
                                 .saved = 1,
                                 .describe = describe_variance,
                                 .reads = {READS_INPUT(0) | READS_OUT},
                                 .flops = std_flops};

Tensor *tensor_std(Tensor *a, int n, const int *axes, long correction, bool keepdims)
{
    VarianceCapture capture;
    Tensor *out =
        variance_new("tensor_std", a, n, axes, correction, keepdims, &capture, std_kernel);
    return closure_record(out, &std_op, INPUTS(a), sizeof capture, &capture);
}
