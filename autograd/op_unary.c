/* op_unary.c - functions of one number.
 *
 * Backward multiplies the gradient of the result by the derivative, element by element; where the
 * result y makes the derivative simpler than the input x does, y is used. Each ..._slope below is
 * one row of dx = dy * f'(x).
 */
#include <math.h>
#include "autograd.h"

/* dx = slope(dy, x) or, for with_output, slope(dy, y). */
static void chain(Closure *c, Tensor *dout, const Tensor *point, RowFunction slope)
{
    real arg[2] = {c->attr[0].r, c->attr[1].r};
    grad_add_rows(c->in[0], 2, (const Tensor *[]){dout, point}, slope, arg);
}

static Tensor *unary(Tensor *a, void (*forward)(Tensor *out, const Tensor *a), const Operation *op)
{
    Tensor *out = tensor_new_like(a);
    forward(out, a);
    record(out, op, INPUTS(a));
    return out;
}

/* ---- neg, abs ------------------------------------------------------------------------------------ */

static void neg_backward(Closure *c, Tensor *dout)
{
    grad_add_scaled(c->in[0], -1, dout);
}

static const Operation neg_op = {.name = "neg", .backward = neg_backward};

Tensor *tensor_neg(Tensor *a)
{
    return unary(a, neg_forward, &neg_op);
}

static void abs_slope(long n, real *dx, const real *const in[], const real *arg)
{
    const real *dy = in[0], *x = in[1];
    (void)arg;
    for (long i = 0; i < n; i++)
        dx[i] = x[i] > 0 ? dy[i] : x[i] < 0 ? -dy[i] : 0;
}

static void abs_backward(Closure *c, Tensor *dout)
{
    chain(c, dout, c->in[0], abs_slope);
}

static const Operation abs_op = {.name = "abs", .backward = abs_backward};

Tensor *tensor_abs(Tensor *a)
{
    return unary(a, abs_forward, &abs_op);
}

/* ---- exp, log, sqrt: y' = y, 1/x, 1/(2y) ----------------------------------------------------------- */

static void exp_backward(Closure *c, Tensor *dout)
{
    grad_add(c->in[0], tensor_mul(dout, c->out));
}

static const Operation exp_op = {.name = "exp", .backward = exp_backward};

Tensor *tensor_exp(Tensor *a)
{
    return unary(a, exp_forward, &exp_op);
}

static void log_backward(Closure *c, Tensor *dout)
{
    grad_add(c->in[0], tensor_div(dout, c->in[0]));
}

static const Operation log_op = {.name = "log", .backward = log_backward};

Tensor *tensor_log(Tensor *a)
{
    return unary(a, log_forward, &log_op);
}

static void sqrt_backward(Closure *c, Tensor *dout)
{
    grad_add_scaled(c->in[0], (real)0.5, tensor_div(dout, c->out));
}

static const Operation sqrt_op = {.name = "sqrt", .backward = sqrt_backward};

Tensor *tensor_sqrt(Tensor *a)
{
    return unary(a, sqrt_forward, &sqrt_op);
}

/* ---- sin, cos ---------------------------------------------------------------------------------------- */

static void sin_backward(Closure *c, Tensor *dout)
{
    grad_add(c->in[0], tensor_mul(dout, tensor_cos(c->in[0])));
}

static const Operation sin_op = {.name = "sin", .backward = sin_backward};

Tensor *tensor_sin(Tensor *a)
{
    return unary(a, sin_forward, &sin_op);
}

static void cos_backward(Closure *c, Tensor *dout)
{
    grad_add_scaled(c->in[0], -1, tensor_mul(dout, tensor_sin(c->in[0])));
}

static const Operation cos_op = {.name = "cos", .backward = cos_backward};

Tensor *tensor_cos(Tensor *a)
{
    return unary(a, cos_forward, &cos_op);
}

/* ---- pow: y' = p x^(p-1) -------------------------------------------------------------------------------- */

static void pow_backward(Closure *c, Tensor *dout)
{
    real p = c->attr[0].r;
    if (p == 0)
        grad_add_scaled(c->in[0], 0, dout); /* not 0 * x^-1, which is NaN at x = 0 */
    else
        grad_add_scaled(c->in[0], p, tensor_mul(dout, tensor_pow(c->in[0], p - 1)));
}

static void describe_exponent(const Closure *c, char *text, size_t size)
{
    snprintf(text, size, "%.4g", (double)c->attr[0].r);
}

static const Operation pow_op = {
    .name = "pow", .backward = pow_backward, .describe = describe_exponent};

Tensor *tensor_pow(Tensor *a, real exponent)
{
    Tensor *out = tensor_new_like(a);
    pow_forward(out, a, exponent);
    Closure *c = record(out, &pow_op, INPUTS(a));
    if (c != NULL)
        c->attr[0].r = exponent;
    return out;
}

/* ---- clamp ------------------------------------------------------------------------------------------------- */

static void clamp_slope(long n, real *dx, const real *const in[], const real *bound)
{
    const real *dy = in[0], *x = in[1];
    for (long i = 0; i < n; i++)
        dx[i] = x[i] >= bound[0] && x[i] <= bound[1] ? dy[i] : 0;
}

static void clamp_backward(Closure *c, Tensor *dout)
{
    chain(c, dout, c->in[0], clamp_slope);
}

static void describe_bounds(const Closure *c, char *text, size_t size)
{
    snprintf(text, size, "%.4g..%.4g", (double)c->attr[0].r, (double)c->attr[1].r);
}

static const Operation clamp_op = {
    .name = "clamp", .backward = clamp_backward, .describe = describe_bounds};

Tensor *tensor_clamp(Tensor *a, real low, real high)
{
    if (!(low <= high))
        fail("tensor_clamp: low %g is not below high %g", (double)low, (double)high);
    Tensor *out = tensor_new_like(a);
    clamp_forward(out, a, low, high);
    Closure *c = record(out, &clamp_op, INPUTS(a));
    if (c != NULL) {
        c->attr[0].r = low;
        c->attr[1].r = high;
    }
    return out;
}
