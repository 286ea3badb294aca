/* activations.c - nonlinear functions between layers: without them a deep network is one linear map.
 *
 * Each function is the loop over one row: out[i] from x[i], for n numbers, where x is in[0]. The kernels below are given. vmath.h
 * has the functions of mathematics for real; those of the C library, in double, are as right, and (real) turns their results back.
 * Invariant: NaN in, NaN out, so that a broken network shows. out may be the memory of x; what infinities become is asked of nobody.
 */
#include "vmath.h"
#include "todo.h"

/* ---- 02.1 ------------------------------------------------------------------------------------------ */

static void relu_row(long n, real *out, const real *const in[], const real *arg)
{
    /* TODO: positive numbers stay, negative ones become 0.
     *
     * CONTRACT  for n numbers x = in[0]. NaN comes out as NaN: a broken network has to show.
     * EXAMPLE   (-2, -0.5, 0, 3)   ->   (0, 0, 0, 3)
     * HOLDS     relu(relu(x)) is relu(x). 2 x gives twice the result. relu(x) - relu(-x) is x.
     * THINK     a comparison with NaN is false: what does x > 0 ? x : 0 make of it? */
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
     * CONTRACT  numbers of the operation arrive in arg: the slope is arg[0], any number, also
     *           above 1 or below 0. NaN stays.
     * EXAMPLE   slope 0.1: (-2, 3)   ->   (-0.2, 3)
     * HOLDS     a slope of 1 changes nothing, a slope of 0 is relu.
     * THINK     max(x, slope x) looks shorter. For which slopes is it wrong? */
    todo("02.2 leaky_relu_row");
}

void leaky_relu_kernel(Tensor *out, const Tensor *a, real slope)
{
    rows_apply(out, 1, &a, leaky_relu_row, &slope);
}

/* ---- 02.3 ------------------------------------------------------------------------------------------ */

static void sigmoid_row(long n, real *out, const real *const in[], const real *arg)
{
    /* TODO: e^x / (1 + e^x): any number squeezed into 0 .. 1.
     *
     * CONTRACT  right for x of any size: 1000 gives 1 and -1000 gives 0, not NaN. NaN stays.
     * EXAMPLE   0   ->   0.5          log 3   ->   3 / (1 + 3) = 0.75          -1000   ->   0
     * HOLDS     sigmoid(x) + sigmoid(-x) is 1.
     * YOU HAVE  vmath.h
     * THINK     what is e^x / (1 + e^x) at x = 1000, in C? Which form is equal on paper, and has
     *           e^... in one place only? */
    todo("02.3 sigmoid_row");
}

void sigmoid_kernel(Tensor *out, const Tensor *a)
{
    rows_apply(out, 1, &a, sigmoid_row, NULL);
}

/* ---- 02.4 ------------------------------------------------------------------------------------------ */

static void tanh_row(long n, real *out, const real *const in[], const real *arg)
{
    /* TODO: tanh x: any number squeezed into -1 .. 1.
     *
     * CONTRACT  right for x of any size: 1000 gives 1. NaN stays.
     * EXAMPLE   0   ->   0          log 2   ->   (2 - 1/2) / (2 + 1/2) = 0.6          1000   ->   1
     * HOLDS     tanh(-x) is -tanh(x). tanh(x) is 2 sigmoid(2 x) - 1.
     * YOU HAVE  vmath.h
     * THINK     (e^x - e^-x) / (e^x + e^-x) is right on paper. From which x on is it NaN? */
    todo("02.4 tanh_row");
}

void tanh_kernel(Tensor *out, const Tensor *a)
{
    rows_apply(out, 1, &a, tanh_row, NULL);
}

/* ---- 02.5 ------------------------------------------------------------------------------------------ */

static void gelu_row(long n, real *out, const real *const in[], const real *arg)
{
    /* TODO: gelu(x) = x Phi(x), where Phi(x) is the chance that a normal number is less than x.
     *
     * CONTRACT  to nine digits in double, for any x. Phi(x) = (1 + erf(x / sqrt(2))) / 2. NaN
     *           stays.
     * EXAMPLE   0   ->   0          1   ->   1 * 0.841345 = 0.841345          -1   ->   -0.158655
     * HOLDS     gelu(x) - gelu(-x) is x. Far to the right it is x, far to the left 0.
     * YOU HAVE  vmath.h; 1 / sqrt(2) is 0.70710678118654752440
     * THINK     erf of which number: x, or x in units of sqrt(2)? What is 1 / 2 in whole
     *           numbers? */
    todo("02.5 gelu_row");
}

void gelu_kernel(Tensor *out, const Tensor *a)
{
    rows_apply(out, 1, &a, gelu_row, NULL);
}

/* ---- 02.6 ------------------------------------------------------------------------------------------ */

static void gelu_tanh_row(long n, real *out, const real *const in[], const real *arg)
{
    /* TODO: the approximation of gelu that GPT-2 was trained with: x / 2 (1 + tanh(u)), u = sqrt(2
     * / pi) (x + 0.044715 x^3).
     *
     * CONTRACT  to nine digits in double, for any x; far to the left 0, far to the right x. NaN
     *           stays.
     * EXAMPLE   1   ->   0.5 * (1 + tanh(0.797885 * 1.044715)) = 0.841192    (gelu: 0.841345)
     * HOLDS     gelu_tanh(x) - gelu_tanh(-x) is x.
     * YOU HAVE  vmath.h; sqrt(2 / pi) is 0.79788456080286535588
     * THINK     (1 + tanh(u)) / 2 is a function you have written already: which one, of which
     *           number? What does that save? */
    todo("02.6 gelu_tanh_row");
}

void gelu_tanh_kernel(Tensor *out, const Tensor *a)
{
    rows_apply(out, 1, &a, gelu_tanh_row, NULL);
}

/* ---- 02.7 ------------------------------------------------------------------------------------------ */

static void silu_row(long n, real *out, const real *const in[], const real *arg)
{
    /* TODO: x times its sigmoid (silu, also called swish).
     *
     * CONTRACT  right for x of any size: far to the left 0, far to the right x. NaN stays.
     * EXAMPLE   0   ->   0          log 3   ->   0.75 log 3 = 0.823959
     * HOLDS     silu(x) - silu(-x) is x.
     * YOU HAVE  vmath.h
     * THINK     where may e^... stand, so that x = -1000 does no harm? */
    todo("02.7 silu_row");
}

void silu_kernel(Tensor *out, const Tensor *a)
{
    rows_apply(out, 1, &a, silu_row, NULL);
}
