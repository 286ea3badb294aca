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
     * THINK     there are two ways to ask on which side of 0 a number lies: what do they say of
     *           NaN? */
    todo("02.1 relu_row");
}

void relu_kernel(Tensor *out, const Tensor *a)
{
    rows_apply(out, 1, &a, relu_row, NULL);
}

/* ---- 02.2 ------------------------------------------------------------------------------------------ */

static void sigmoid_row(long n, real *out, const real *const in[], const real *arg)
{
    /* TODO: e^x / (1 + e^x): any number squeezed into 0 .. 1.
     *
     * CONTRACT  right for x of any size: 1000 gives 1 and -1000 gives 0, not NaN. NaN stays.
     * EXAMPLE   0   ->   0.5          log 3   ->   3 / (1 + 3) = 0.75          -1000   ->   0
     * HOLDS     sigmoid(x) + sigmoid(-x) is 1.
     * YOU HAVE  vmath.h
     * THINK     what is e^x / (1 + e^x) at x = 1000, in C, and at -1000? Which forms are equal to it
     *           on paper, and what are those there? */
    todo("02.2 sigmoid_row");
}

void sigmoid_kernel(Tensor *out, const Tensor *a)
{
    rows_apply(out, 1, &a, sigmoid_row, NULL);
}

/* ---- 02.3 ------------------------------------------------------------------------------------------ */

static void tanh_row(long n, real *out, const real *const in[], const real *arg)
{
    /* TODO: tanh x: any number squeezed into -1 .. 1.
     *
     * CONTRACT  right for x of any size: 1000 gives 1. NaN stays.
     * BUDGET    to nine digits behind the point: 7 points. Nine digits of the result itself, where
     *           x is small, from 1e-8 to 1e-3 (in float five): the last 5.
     * EXAMPLE   0   ->   0          log 2   ->   (2 - 1/2) / (2 + 1/2) = 0.6          1000   ->   1
     * HOLDS     tanh(-x) is -tanh(x).
     * YOU HAVE  vmath.h
     * THINK     (e^x - e^-x) / (e^x + e^-x) is right on paper. From which x on is it NaN? How many
     *           digits does its numerator have at x = 1e-8? What is tanh x nearly, there? */
    todo("02.3 tanh_row");
}

void tanh_kernel(Tensor *out, const Tensor *a)
{
    rows_apply(out, 1, &a, tanh_row, NULL);
}

/* ---- 02.4 ------------------------------------------------------------------------------------------ */

static void gelu_tanh_row(long n, real *out, const real *const in[], const real *arg)
{
    /* TODO: the approximation of gelu that GPT-2 was trained with: x / 2 (1 + tanh(u)), u = sqrt(2
     * / pi) (x + 0.044715 x^3).
     *
     * CONTRACT  for any x; far to the left 0, far to the right x. NaN stays.
     * BUDGET    to nine digits behind the point: 8 points. Nine digits of the result itself where
     *           it is small, left of 0 (in float four): the last 4.
     * EXAMPLE   1   ->   0.5 * (1 + tanh(0.797885 * 1.044715)) = 0.841192    (gelu: 0.841345)
     * HOLDS     gelu_tanh(x) - gelu_tanh(-x) is x.
     * YOU HAVE  vmath.h; sqrt(2 / pi) is 0.79788456080286535588
     * THINK     what is (1 + tanh(u)) / 2 at u far to the left, at 0, far to the right? How many
     *           digits has it at u = -12, if tanh(u) is computed first? */
    todo("02.4 gelu_tanh_row");
}

void gelu_tanh_kernel(Tensor *out, const Tensor *a)
{
    rows_apply(out, 1, &a, gelu_tanh_row, NULL);
}
