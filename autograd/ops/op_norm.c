/* op_norm.c - the length of vectors that lie along axes.
 *
 *     y = (sum |x|^p)^(1/p)     dx = dy sign(x) (|x| / y)^(p-1), and 0 where x or y is 0
 *
 * So for p = 2 the gradient is the direction of x. For p = infinity the length is the largest |x|,
 * for -infinity the smallest; p = 0 counts what is not 0.
 */
#include <math.h>
#include "op.h"
#include "vmath.h"

typedef struct {
    ReducedAxes axes;
    real p;
} NormCapture;

static void norm_backward_row(long n, real *dx, const real *const in[], const real *p)
{
    const real *dy = in[0], *x = in[1], *y = in[2];
    for (long i = 0; i < n; i++) {
        real part = y[i] == 0 ? 0 : x[i] / y[i], size = real_abs(part);
        real power = *p == 2 ? size : real_pow(size, *p - 1);
        dx[i] = part == 0 ? 0 : dy[i] * (part < 0 ? -power : power);
    }
}

static void norm_backward(Closure *c, Tensor *dy)
{
    const NormCapture *capture = c->capture;
    Tensor *x = c->in[0], *dx = tensor_new_like(x);
    const Tensor *whole_dy = with_reduced_axes(c, dy), *y = with_reduced_axes(c, c->out);
    rows_apply(dx, 3, (const Tensor *[]){whole_dy, x, y}, norm_backward_row, &capture->p);
    grad_add(x, dx);
}

static void describe_norm(const Closure *c, char *text, size_t size)
{
    const NormCapture *capture = c->capture;
    char axes[64];
    describe_axes(&capture->axes, axes, sizeof axes);
    snprintf(text, size, "p %.4g%s%s", (double)capture->p, axes[0] != '\0' ? ", " : "", axes);
}

/* A power, added up. */
static double norm_flops(const Closure *c)
{
    return 2 * (double)tensor_numel(c->in[0]);
}

static const Operation norm_op = {.name = "norm",
                                  .backward = norm_backward,
                                  .describe = describe_norm,
                                  .reads = {READS_INPUT(0) | READS_OUT},
                                  .flops = norm_flops};

Tensor *tensor_norm(Tensor *a, real p, int n, const int *axes, bool keepdims)
{
    if (isnan(p))
        fail(
            "tensor_norm: p is nan, expected a number. hint: 2 is the length, INFINITY the largest "
            "size");
    Tensor *out = reduction_new("tensor_norm", a, n, axes, keepdims);
    if ((isinf(p) || p < 0) && tensor_numel(a) == 0 && tensor_numel(out) > 0)
        fail("tensor_norm: shape %s has no elements to take the %s of", tensor_shape_text(a),
             p > 0 ? "largest" : "smallest");
    if (isinf(p)) {
        Tensor *size = tensor_abs(a);
        return p > 0 ? tensor_max(size, n, axes, keepdims) : tensor_min(size, n, axes, keepdims);
    }
    if (p == 0)
        return tensor_sum(tensor_ne_scalar(a, 0), n, axes, keepdims);
    Tensor view = reduction_aligned("tensor_norm", out, a, n, axes);
    norm_kernel(&view, a, p);
    NormCapture capture = {reduced_axes("tensor_norm", a, n, axes), p};
    return closure_record(out, &norm_op, INPUTS(a), sizeof capture, &capture);
}
