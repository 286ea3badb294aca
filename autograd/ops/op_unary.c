/* op_unary.c - functions of one number.
 *
 * Backward multiplies the gradient of the result by the derivative, element by element; where the
 * result y makes the derivative simpler than the input x does, y is used. Each ..._backward_row
 * below is one row of dx = dy f'(x).
 */
#include <math.h>
#include "op.h"

/* ---- neg, abs -------------------------------------------------------------------------------- */

static void neg_backward(Closure *c, Tensor *dy)
{
    grad_add(c->in[0], tensor_neg(dy));
}

static const Operation neg_op = {.name = "neg", .backward = neg_backward};

Tensor *tensor_neg(Tensor *a)
{
    return unary_operation(a, neg_kernel, &neg_op);
}

static void abs_backward_row(long n, real *dx, const real *const in[], const real *arg)
{
    const real *dy = in[0], *x = in[1];
    (void)arg;
    for (long i = 0; i < n; i++)
        dx[i] = x[i] > 0 ? dy[i] : x[i] < 0 ? -dy[i] : 0;
}

static void abs_backward(Closure *c, Tensor *dy)
{
    rows_backward(c, dy, c->in[0], abs_backward_row, NULL);
}

static const Operation abs_op = {
    .name = "abs", .backward = abs_backward, .reads = {READS_INPUT(0)}};

Tensor *tensor_abs(Tensor *a)
{
    return unary_operation(a, abs_kernel, &abs_op);
}

/* ---- exp, log, sqrt: y' = y, 1/x, 1/(2y) ----------------------------------------------------- */

static void exp_backward(Closure *c, Tensor *dy)
{
    grad_add(c->in[0], tensor_mul(dy, c->out));
}

static const Operation exp_op = {.name = "exp", .backward = exp_backward, .reads = {READS_OUT}};

Tensor *tensor_exp(Tensor *a)
{
    return unary_operation(a, exp_kernel, &exp_op);
}

static void log_backward(Closure *c, Tensor *dy)
{
    grad_add(c->in[0], tensor_div(dy, c->in[0]));
}

static const Operation log_op = {
    .name = "log", .backward = log_backward, .reads = {READS_INPUT(0)}};

Tensor *tensor_log(Tensor *a)
{
    return unary_operation(a, log_kernel, &log_op);
}

static void sqrt_backward(Closure *c, Tensor *dy)
{
    grad_add(c->in[0], tensor_mul_scalar(tensor_div(dy, c->out), (real)0.5));
}

static const Operation sqrt_op = {.name = "sqrt", .backward = sqrt_backward, .reads = {READS_OUT}};

Tensor *tensor_sqrt(Tensor *a)
{
    return unary_operation(a, sqrt_kernel, &sqrt_op);
}

/* ---- sin, cos -------------------------------------------------------------------------------- */

static void sin_backward(Closure *c, Tensor *dy)
{
    grad_add(c->in[0], tensor_mul(dy, tensor_cos(c->in[0])));
}

static const Operation sin_op = {
    .name = "sin", .backward = sin_backward, .reads = {READS_INPUT(0)}};

Tensor *tensor_sin(Tensor *a)
{
    return unary_operation(a, sin_kernel, &sin_op);
}

static void cos_backward(Closure *c, Tensor *dy)
{
    grad_add(c->in[0], tensor_neg(tensor_mul(dy, tensor_sin(c->in[0]))));
}

static const Operation cos_op = {
    .name = "cos", .backward = cos_backward, .reads = {READS_INPUT(0)}};

Tensor *tensor_cos(Tensor *a)
{
    return unary_operation(a, cos_kernel, &cos_op);
}

/* ---- pow: y' = p x^(p-1) --------------------------------------------------------------------- */

typedef struct {
    real exponent;
} PowCapture;

static void pow_backward(Closure *c, Tensor *dy)
{
    const PowCapture *capture = c->capture;
    Tensor *x = c->in[0];
    real p = capture->exponent;
    if (p == 0)
        grad_add(x, tensor_zeros(x->ndim, x->shape)); /* not 0 x^-1, which is NaN at x = 0 */
    else
        grad_add(x, tensor_mul_scalar(tensor_mul(dy, tensor_pow(x, p - 1)), p));
}

static void describe_exponent(const Closure *c, char *text, size_t size)
{
    const PowCapture *capture = c->capture;
    snprintf(text, size, "%.4g", (double)capture->exponent);
}

static const Operation pow_op = {.name = "pow",
                                 .backward = pow_backward,
                                 .describe = describe_exponent,
                                 .reads = {READS_INPUT(0)}};

Tensor *tensor_pow(Tensor *a, real exponent)
{
    Tensor *out = tensor_new_like(a);
    pow_kernel(out, a, exponent);
    return closure_record(out, &pow_op, INPUTS(a), CAPTURE(PowCapture, exponent));
}

/* ---- clamp ----------------------------------------------------------------------------------- */

typedef struct {
    real low, high;
} ClampCapture;

static void clamp_backward_row(long n, real *dx, const real *const in[], const real *bound)
{
    const real *dy = in[0], *x = in[1];
    for (long i = 0; i < n; i++)
        dx[i] = x[i] >= bound[0] && x[i] <= bound[1] ? dy[i] : 0;
}

static void clamp_backward(Closure *c, Tensor *dy)
{
    const ClampCapture *capture = c->capture;
    real bounds[] = {capture->low, capture->high};
    rows_backward(c, dy, c->in[0], clamp_backward_row, bounds);
}

static void describe_bounds(const Closure *c, char *text, size_t size)
{
    const ClampCapture *capture = c->capture;
    snprintf(text, size, "%.4g..%.4g", (double)capture->low, (double)capture->high);
}

static const Operation clamp_op = {.name = "clamp",
                                   .backward = clamp_backward,
                                   .describe = describe_bounds,
                                   .reads = {READS_INPUT(0)}};

Tensor *tensor_clamp(Tensor *a, real low, real high)
{
    if (!(low <= high))
        fail("tensor_clamp: low is %g and high %g, expected low <= high", (double)low,
             (double)high);
    Tensor *out = tensor_new_like(a);
    clamp_kernel(out, a, low, high);
    return closure_record(out, &clamp_op, INPUTS(a), CAPTURE(ClampCapture, low, high));
}
