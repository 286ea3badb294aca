/* activations.c - nonlinear functions between layers: without them a deep network is one linear map.
 *
 * Each function is the loop over one row: out[i] from x[i], for n numbers, where x is in[0].
 * The kernels below are given: rows_apply finds the rows. vmath.h has real_exp, real_tanh and real_erf. exp, tanh
 * and erf of the C library, in double, are as right; (real) turns their results back.
 * Invariant: NaN in, NaN out, so that a broken network shows.
 */
#include "vmath.h"
#include "todo.h"

/* ---- 02.1 ------------------------------------------------------------------------------------------ */

static void relu_row(long n, real *out, const real *const in[], const real *arg)
{
    /* TODO: out[i] = x[i] where it is positive, 0 where it is negative.
     *
     * APPROACH
     *   1. Go through all n numbers.
     *   2. Write 0 for a negative one, the number itself for any other.
     *
     * EXAMPLE
     *   (-2, -0.5, 0, 3)   ->   (0, 0, 0, 3)
     *
     * HINT: which branch takes NaN? A comparison with NaN is false: test x[i] < 0,
     * then NaN comes out again; test x[i] > 0, and it would become 0. */
    todo("02.1 relu_row");
}

void relu_kernel(Tensor *out, const Tensor *a)
{
    rows_apply(out, 1, &a, relu_row, NULL);
}

/* ---- 02.2 ------------------------------------------------------------------------------------------ */

static void leaky_relu_row(long n, real *out, const real *const in[], const real *arg)
{
    /* TODO: as relu, but a negative number is multiplied by the slope in place of becoming 0.
     *
     * APPROACH
     *   1. The slope is a number of the operation: arg[0].
     *   2. A positive number stays.
     *
     * EXAMPLE
     *   slope 0.1: (-2, 3)   ->   (-0.2, 3)
     *
     * HINT: a slope of 1 changes nothing, a slope of 0 is relu. */
    todo("02.2 leaky_relu_row");
}

void leaky_relu_kernel(Tensor *out, const Tensor *a, real slope)
{
    rows_apply(out, 1, &a, leaky_relu_row, &slope);
}

/* ---- 02.3 ------------------------------------------------------------------------------------------ */

static void sigmoid_row(long n, real *out, const real *const in[], const real *arg)
{
    /* TODO: out[i] = 1 / (1 + e^-x[i]), any number squeezed into 0 .. 1.
     *
     * APPROACH
     *   1. e^-x[i]: real_exp(-x[i]).
     *   2. One plus that, and its reciprocal.
     *
     * EXAMPLE
     *   0   ->   0.5          log 3   ->   1 / (1 + 1/3) = 0.75          -1000   ->   0
     *
     * HINT: e^1000 is infinite. 1 / (1 + infinity) is 0, as it should be; but infinity / infinity
     * would be NaN: keep e^... out of the numerator. */
    todo("02.3 sigmoid_row");
}

void sigmoid_kernel(Tensor *out, const Tensor *a)
{
    rows_apply(out, 1, &a, sigmoid_row, NULL);
}

/* ---- 02.4 ------------------------------------------------------------------------------------------ */

static void tanh_row(long n, real *out, const real *const in[], const real *arg)
{
    /* TODO: out[i] = tanh x[i], any number squeezed into -1 .. 1.
     *
     * APPROACH
     *   1. vmath.h has it, as the C library does.
     *
     * EXAMPLE
     *   0   ->   0          log 2   ->   (2 - 1/2) / (2 + 1/2) = 0.6          1000   ->   1
     *
     * HINT: (e^x - e^-x) / (e^x + e^-x) is right on paper, and NaN from x = 710 on. */
    todo("02.4 tanh_row");
}

void tanh_kernel(Tensor *out, const Tensor *a)
{
    rows_apply(out, 1, &a, tanh_row, NULL);
}

/* ---- 02.5 ------------------------------------------------------------------------------------------ */

static void gelu_row(long n, real *out, const real *const in[], const real *arg)
{
    /* TODO: out[i] = x Phi(x), where Phi(x) is the chance that a normal number is less than x.
     *
     * APPROACH
     *   1. Phi(x) = (1 + erf(x / sqrt(2))) / 2; erf is real_erf, and 1 / sqrt(2) is
     *      0.70710678118654752440.
     *   2. Times x.
     *
     * EXAMPLE
     *   0   ->   0          1   ->   1 * 0.841345 = 0.841345          -1   ->   -0.158655
     *
     * HINT: erf of x divided by sqrt(2), not of x. */
    todo("02.5 gelu_row");
}

void gelu_kernel(Tensor *out, const Tensor *a)
{
    rows_apply(out, 1, &a, gelu_row, NULL);
}

/* ---- 02.6 ------------------------------------------------------------------------------------------ */

static void gelu_tanh_row(long n, real *out, const real *const in[], const real *arg)
{
    /* TODO: the approximation of gelu that GPT-2 was trained with.
     *
     * APPROACH
     *   1. inner = sqrt(2 / pi) (x + 0.044715 x^3); sqrt(2 / pi) is 0.79788456080286535588.
     *   2. out[i] = x / 2 (1 + tanh(inner)). Since (1 + tanh(u)) / 2 = sigmoid(2 u), this is
     *      x / (1 + e^(-2 inner)) as well: one exponential, and no tanh.
     *
     * EXAMPLE
     *   1   ->   0.5 * (1 + tanh(0.797885 * 1.044715)) = 0.841192    (gelu: 0.841345)
     *
     * HINT: 0.5, not 1 / 2: in whole numbers that is 0. */
    todo("02.6 gelu_tanh_row");
}

void gelu_tanh_kernel(Tensor *out, const Tensor *a)
{
    rows_apply(out, 1, &a, gelu_tanh_row, NULL);
}

/* ---- 02.7 ------------------------------------------------------------------------------------------ */

static void silu_row(long n, real *out, const real *const in[], const real *arg)
{
    /* TODO: out[i] = x[i] sigmoid(x[i]), also called swish.
     *
     * APPROACH
     *   1. x[i] times the sigmoid of 02.3: the x takes the place of the 1 above the line.
     *
     * EXAMPLE
     *   0   ->   0          log 3   ->   0.75 log 3 = 0.823959
     *
     * HINT: x / (1 + e^-x). */
    todo("02.7 silu_row");
}

void silu_kernel(Tensor *out, const Tensor *a)
{
    rows_apply(out, 1, &a, silu_row, NULL);
}
