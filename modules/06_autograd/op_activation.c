/* op_activation.c - the bends between layers, and their slopes.
 *
 * A slope row computes dx = dy f'. relu, sigmoid and tanh have slopes that are simplest in the
 * result y; the others go back to the input x.
 */
#include "autograd.h"
#include "todo.h"
#include "../tensor/vmath.h"

static void slope_at_input(Closure *c, Tensor *dout, RowFunction slope)
{
    grad_add_rows(c->in[0], 2, (const Tensor *[]){dout, c->in[0]}, slope, &c->attr[0].r);
}

static void slope_at_output(Closure *c, Tensor *dout, RowFunction slope)
{
    grad_add_rows(c->in[0], 2, (const Tensor *[]){dout, c->out}, slope, &c->attr[0].r);
}

static Tensor *activation(Tensor *a, void (*forward)(Tensor *out, const Tensor *a),
                          const Operation *op)
{
    Tensor *out = tensor_new_like(a);
    forward(out, a);
    record(out, op, INPUTS(a));
    return out;
}

/* ---- given, the pattern: relu, 1 where x > 0, else 0 ----------------------------------------- */

static void relu_slope(long n, real *dx, const real *const in[], const real *arg)
{
    const real *dy = in[0], *y = in[1];
    (void)arg;
    for (long i = 0; i < n; i++)
        dx[i] = y[i] > 0 ? dy[i] : 0;
}

static void relu_backward(Closure *c, Tensor *dout)
{
    slope_at_output(c, dout, relu_slope);
}

static const Operation relu_op = {.name = "relu", .backward = relu_backward};

Tensor *tensor_relu(Tensor *a)
{
    return activation(a, relu_forward, &relu_op);
}

/* ---- leaky relu: 1 where x > 0, else the small slope ----------------------------------------- */

static void leaky_relu_slope(long n, real *dx, const real *const in[], const real *arg)
{
    const real *dy = in[0], *x = in[1], small = arg[0];
    for (long i = 0; i < n; i++)
        dx[i] = x[i] > 0 ? dy[i] : small * dy[i];
}

static void leaky_relu_backward(Closure *c, Tensor *dout)
{
    slope_at_input(c, dout, leaky_relu_slope);
}

static void describe_slope(const Closure *c, char *text, size_t size)
{
    snprintf(text, size, "%.4g", (double)c->attr[0].r);
}

static const Operation leaky_relu_op = {
    .name = "leaky_relu", .backward = leaky_relu_backward, .describe = describe_slope};

Tensor *tensor_leaky_relu(Tensor *a, real slope)
{
    Tensor *out = tensor_new_like(a);
    leaky_relu_forward(out, a, slope);
    Closure *c = record(out, &leaky_relu_op, INPUTS(a));
    if (c != NULL)
        c->attr[0].r = slope;
    return out;
}

/* ---- sigmoid: y (1 - y) ---------------------------------------------------------------------- */

static void sigmoid_slope(long n, real *dx, const real *const in[], const real *arg)
{
    const real *dy = in[0], *y = in[1];
    (void)arg;
    for (long i = 0; i < n; i++)
        dx[i] = dy[i] * y[i] * (1 - y[i]);
}

static void sigmoid_backward(Closure *c, Tensor *dout)
{
    slope_at_output(c, dout, sigmoid_slope);
}

static const Operation sigmoid_op = {.name = "sigmoid", .backward = sigmoid_backward};

Tensor *tensor_sigmoid(Tensor *a)
{
    return activation(a, sigmoid_forward, &sigmoid_op);
}

/* ---- 06.12 ----------------------------------------------------------------------------------- */

static void tanh_slope(long n, real *dx, const real *const in[], const real *arg)
{
    /* TODO: dx[i] = dy[i] * f'(x[i]) for y = tanh(x), for all i below n.
     *
     * APPROACH
     *   1. in[0] is dy, the gradient coming in; in[1] is y, the result of the forward pass.
     *   2. The derivative of tanh is simplest in y: 1 - y^2.
     *   3. A loop over n numbers, as in sigmoid_slope above.
     *
     * EXAMPLE
     *   x = 0: y = 0, slope 1.      x = 1: y = 0.7616, slope 1 - 0.58 = 0.42, with dy = 2: dx = 0.84
     *
     * HINT: in[1] holds y, not x: no tanh has to be computed again. */
    todo("06.12 tanh_slope");
}

static void tanh_backward(Closure *c, Tensor *dout)
{
    slope_at_output(c, dout, tanh_slope);
}

static const Operation tanh_op = {.name = "tanh", .backward = tanh_backward};

Tensor *tensor_tanh(Tensor *a)
{
    return activation(a, tanh_forward, &tanh_op);
}

/* ---- 06.13 ----------------------------------------------------------------------------------- */

static void gelu_slope(long n, real *dx, const real *const in[], const real *arg)
{
    /* TODO: the same for y = x Phi(x). Phi is the normal distribution, phi its density, Phi' = phi.
     *
     * APPROACH
     *   1. in[0] is dy, in[1] is x this time (see gelu_backward below).
     *   2. The product rule: y' = Phi(x) + x phi(x).
     *   3. Phi(x) = (1 + erf(x / sqrt 2)) / 2     real_erf   1/sqrt 2     = 0.70710678118654752440
     *      phi(x) = e^(-x^2 / 2) / sqrt(2 pi)     real_exp   1/sqrt(2 pi) = 0.39894228040143267794
     *      (both functions are in vmath.h, and real as they should be)
     *   4. dx[i] = dy[i] * that.
     *
     * EXAMPLE
     *   x = 0: Phi = 0.5, slope 0.5.     x = 1: 0.8413 + 1 * 0.2420 = 1.0833
     *
     * HINT: for large x the slope is 1, for very negative x it is 0; in between it is above 1
     * and below 0 for a while. Write constants as (real)0.5: real is float in the release build. */
    todo("06.13 gelu_slope");
}

static void gelu_backward(Closure *c, Tensor *dout)
{
    slope_at_input(c, dout, gelu_slope);
}

static const Operation gelu_op = {.name = "gelu", .backward = gelu_backward};

Tensor *tensor_gelu(Tensor *a)
{
    return activation(a, gelu_forward, &gelu_op);
}

/* ---- gelu, tanh form: y = x/2 (1 + tanh(u)) = x s, with s = sigmoid(2u),
 *                       u = sqrt(2/pi) (x + 0.044715 x^3)
 *                       y' = s + x s (1 - s) 2u' ----------------------------------------------- */

static void gelu_tanh_slope(long n, real *dx, const real *const in[], const real *arg)
{
    const real *dy = in[0], *x = in[1];
    const real twice_root = (real)1.59576912160573071176, cubic = (real)0.044715;
    (void)arg;
#pragma omp simd
    for (long i = 0; i < n; i++) {
        real xx = x[i] * x[i];
        real s = 1 / (1 + real_exp(-twice_root * x[i] * (1 + cubic * xx)));
        real slope = twice_root * (1 + 3 * cubic * xx);
        dx[i] = dy[i] * s * (1 + x[i] * (1 - s) * slope);
    }
}

static void gelu_tanh_backward(Closure *c, Tensor *dout)
{
    slope_at_input(c, dout, gelu_tanh_slope);
}

static const Operation gelu_tanh_op = {.name = "gelu", .backward = gelu_tanh_backward};

Tensor *tensor_gelu_tanh(Tensor *a)
{
    return activation(a, gelu_tanh_forward, &gelu_tanh_op);
}

/* ---- silu: s (1 + x (1 - s)) with s = sigmoid(x) --------------------------------------------- */

static void silu_slope(long n, real *dx, const real *const in[], const real *arg)
{
    const real *dy = in[0], *x = in[1];
    (void)arg;
#pragma omp simd
    for (long i = 0; i < n; i++) {
        real s = real_sigmoid(x[i]);
        dx[i] = dy[i] * s * (1 + x[i] * (1 - s));
    }
}

static void silu_backward(Closure *c, Tensor *dout)
{
    slope_at_input(c, dout, silu_slope);
}

static const Operation silu_op = {.name = "silu", .backward = silu_backward};

Tensor *tensor_silu(Tensor *a)
{
    return activation(a, silu_forward, &silu_op);
}
