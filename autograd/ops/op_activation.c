/* op_activation.c - the non-linearities between layers, and their derivatives.
 *
 * A backward row computes dx = dy f'. relu, sigmoid and tanh have derivatives that are simplest in
 * the result y; the others go back to the input x. Those of tanh and gelu stand in backward_rows.c.
 */
#include "op.h"
#include "clones.h"
#include "sigmoid.h"
#include "vmath.h"

/* ---- relu: 1 where x > 0, else 0 ------------------------------------------------------------- */

KINDLING_CLONES static void relu_backward_row(long n, real *dx, const real *const in[],
                                              const real *arg)
{
    const real *dy = in[0], *y = in[1];
    (void)arg;
    for (long i = 0; i < n; i++)
        dx[i] = y[i] > 0 ? dy[i] : 0;
}

static void relu_backward(Closure *c, Tensor *dy)
{
    rows_backward(c, dy, c->out, relu_backward_row, NULL);
}

static const Operation relu_op = {.name = "relu", .backward = relu_backward, .reads = {READS_OUT}};

Tensor *tensor_relu(Tensor *a)
{
    return unary_operation(a, relu_kernel, &relu_op);
}

/* ---- leaky relu: 1 where x > 0, else the small slope ----------------------------------------- */

KINDLING_CLONES static void leaky_relu_backward_row(long n, real *dx, const real *const in[],
                                                    const real *arg)
{
    const real *dy = in[0], *x = in[1], small = arg[0];
    for (long i = 0; i < n; i++)
        dx[i] = x[i] > 0 ? dy[i] : small * dy[i];
}

typedef struct {
    real slope;
} LeakyReluCapture;

static void leaky_relu_backward(Closure *c, Tensor *dy)
{
    const LeakyReluCapture *capture = c->capture;
    rows_backward(c, dy, c->in[0], leaky_relu_backward_row, &capture->slope);
}

static void describe_slope(const Closure *c, char *text, size_t size)
{
    const LeakyReluCapture *capture = c->capture;
    snprintf(text, size, "%.4g", (double)capture->slope);
}

static const Operation leaky_relu_op = {.name = "leaky_relu",
                                        .backward = leaky_relu_backward,
                                        .describe = describe_slope,
                                        .reads = {READS_INPUT(0)}};

Tensor *tensor_leaky_relu(Tensor *a, real slope)
{
    Tensor *out = tensor_new_like(a);
    leaky_relu_kernel(out, a, slope);
    return closure_record(out, &leaky_relu_op, INPUTS(a), CAPTURE(LeakyReluCapture, slope));
}

/* ---- sigmoid: y (1 - y) ---------------------------------------------------------------------- */

KINDLING_CLONES static void sigmoid_backward_row(long n, real *dx, const real *const in[],
                                                 const real *arg)
{
    const real *dy = in[0], *y = in[1];
    (void)arg;
    for (long i = 0; i < n; i++)
        dx[i] = dy[i] * y[i] * (1 - y[i]);
}

static void sigmoid_backward(Closure *c, Tensor *dy)
{
    rows_backward(c, dy, c->out, sigmoid_backward_row, NULL);
}

/* -x, e to that, 1 plus it, divided. */
static double sigmoid_flops(const Closure *c)
{
    return 4 * (double)tensor_numel(c->out);
}

static const Operation sigmoid_op = {
    .name = "sigmoid", .backward = sigmoid_backward, .reads = {READS_OUT}, .flops = sigmoid_flops};

Tensor *tensor_sigmoid(Tensor *a)
{
    return unary_operation(a, sigmoid_kernel, &sigmoid_op);
}

/* ---- gelu, tanh form: y = x/2 (1 + tanh(u)) = x s, with s = sigmoid(2u),
 *                       u = sqrt(2/pi) (x + 0.044715 x^3)
 *                       y' = s + x s (1 - s) 2u' ----------------------------------------------- */

KINDLING_CLONES static void gelu_tanh_backward_row(long n, real *dx, const real *const in[],
                                                   const real *arg)
{
    const real *dy = in[0], *x = in[1];
    const real twice_root = (real)1.59576912160573071176, cubic = (real)0.044715;
    (void)arg;
#pragma omp simd
    for (long i = 0; i < n; i++) {
        real near = gelu_near(x[i]), square = near * near;
        real s = 1 / (1 + real_exp(-twice_root * near * (1 + cubic * square)));
        real slope = twice_root * (1 + 3 * cubic * square);
        dx[i] = dy[i] * s * (1 + near * (1 - s) * slope);
    }
}

static void gelu_tanh_backward(Closure *c, Tensor *dy)
{
    rows_backward(c, dy, c->in[0], gelu_tanh_backward_row, NULL);
}

/* The cubic in x, times x; e to that, 1 plus it, divided, times x. */
static double gelu_flops(const Closure *c)
{
    return 9 * (double)tensor_numel(c->out);
}

static const Operation gelu_tanh_op = {
    .name = "gelu", .backward = gelu_tanh_backward, .reads = {READS_INPUT(0)}, .flops = gelu_flops};

Tensor *tensor_gelu_tanh(Tensor *a)
{
    return unary_operation(a, gelu_tanh_kernel, &gelu_tanh_op);
}

/* ---- silu: s (1 + x (1 - s)) with s = sigmoid(x) --------------------------------------------- */

KINDLING_CLONES static void silu_backward_row(long n, real *dx, const real *const in[],
                                              const real *arg)
{
    const real *dy = in[0], *x = in[1];
    (void)arg;
#pragma omp simd
    for (long i = 0; i < n; i++) {
        real s = real_sigmoid(x[i]);
        dx[i] = dy[i] * s * (1 + x[i] * (1 - s));
    }
}

static void silu_backward(Closure *c, Tensor *dy)
{
    rows_backward(c, dy, c->in[0], silu_backward_row, NULL);
}

/* A sigmoid, times x. */
static double silu_flops(const Closure *c)
{
    return 5 * (double)tensor_numel(c->out);
}

static const Operation silu_op = {
    .name = "silu", .backward = silu_backward, .reads = {READS_INPUT(0)}, .flops = silu_flops};

Tensor *tensor_silu(Tensor *a)
{
    return unary_operation(a, silu_kernel, &silu_op);
}

/* ---- tanh: a line near 0, and flat far out --------------------------------------------------- */

static void tanh_backward(Closure *c, Tensor *dy)
{
    rows_backward(c, dy, c->out, tanh_backward_row, NULL);
}

static const Operation tanh_op = {.name = "tanh", .backward = tanh_backward, .reads = {READS_OUT}};

Tensor *tensor_tanh(Tensor *a)
{
    return unary_operation(a, tanh_kernel, &tanh_op);
}

/* ---- gelu: x, weighted by the chance that a normal number is below it ------------------------ */

static void gelu_backward(Closure *c, Tensor *dy)
{
    rows_backward(c, dy, c->in[0], gelu_backward_row, NULL);
}

static const Operation gelu_op = {
    .name = "gelu", .backward = gelu_backward, .reads = {READS_INPUT(0)}, .flops = gelu_flops};

Tensor *tensor_gelu(Tensor *a)
{
    return unary_operation(a, gelu_kernel, &gelu_op);
}
