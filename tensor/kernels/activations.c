/* activations.c - nonlinear functions between layers: without them a deep network is one linear
 * map.
 *
 * Row functions as in unary.c, and below each the kernel that hands it the rows. Invariant: NaN in,
 * NaN out, so that a broken network shows; relu is written as a comparison that NaN fails.
 */
#include "clones.h"
#include "vmath.h"

#define SQRT_HALF ((real)0.70710678118654752440)
#define SQRT_2_OVER_PI ((real)0.79788456080286535588)

KINDLING_CLONES static void relu_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *x = in[0];
    (void)arg;
#pragma omp simd
    for (long i = 0; i < n; i++)
        out[i] = x[i] < 0 ? 0 : x[i];
}

EXERCISE
void relu_kernel(Tensor *out, const Tensor *a)
{
    rows_apply(out, 1, &a, relu_row, NULL);
}

KINDLING_CLONES static void leaky_relu_row(long n, real *out, const real *const in[],
                                           const real *arg)
{
    const real *x = in[0];
    real slope = arg[0];
#pragma omp simd
    for (long i = 0; i < n; i++)
        out[i] = x[i] > 0 ? x[i] : slope * x[i];
}

void leaky_relu_kernel(Tensor *out, const Tensor *a, real slope)
{
    rows_apply(out, 1, &a, leaky_relu_row, &slope);
}

KINDLING_CLONES static void sigmoid_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *x = in[0];
    (void)arg;
#pragma omp simd
    for (long i = 0; i < n; i++)
        out[i] = 1 / (1 + real_exp(-x[i]));
}

EXERCISE
void sigmoid_kernel(Tensor *out, const Tensor *a)
{
    rows_apply(out, 1, &a, sigmoid_row, NULL);
}

/* Near 0 what Cephes has for tanh, in float an odd polynomial and in double a quotient of two,
 * elsewhere 1 - 2 / (e^2|x| + 1) with x's sign: at most 1.4 ulp off (test_unary.c). In no header,
 * since students are asked for it (02.3); so a double build does not ask libm for tanh either. */
static inline real real_tanh(real x)
{
    real size = real_abs(x), square = x * x;
#ifdef KINDLING_DOUBLE
    real p = -9.64399179425052238628e-1;
    p = p * square - 9.92877231001918586564e1;
    p = p * square - 1.61468768441708447952e3;
    real q = square + 1.12811678491632931402e2;
    q = q * square + 2.23548839060100448583e3;
    q = q * square + 4.84406305325125486048e3;
    p /= q;
#else
    float p = -5.70498872745e-3f;
    p = p * square + 2.06390887954e-2f;
    p = p * square - 5.37397155531e-2f;
    p = p * square + 1.33314422036e-1f;
    p = p * square - 3.33332819422e-1f;
#endif
    real near = p * square * size + size;
    real far = 1 - 2 / (real_exp(2 * size) + 1);
    real y = size < (real)0.625 ? near : far;
#ifdef KINDLING_DOUBLE
    return copysign(y, x);
#else
    return copysignf(y, x);
#endif
}

KINDLING_CLONES static void tanh_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *x = in[0];
    (void)arg;
#pragma omp simd
    for (long i = 0; i < n; i++)
        out[i] = real_tanh(x[i]);
}

EXERCISE
void tanh_kernel(Tensor *out, const Tensor *a)
{
    rows_apply(out, 1, &a, tanh_row, NULL);
}

/* Phi, the normal distribution function, is (1 + erf(x / sqrt 2)) / 2. */
KINDLING_CLONES static void gelu_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *x = in[0];
    (void)arg;
#pragma omp simd
    for (long i = 0; i < n; i++)
        out[i] = (real)0.5 * x[i] * (1 + real_erf(SQRT_HALF * x[i]));
}

void gelu_kernel(Tensor *out, const Tensor *a)
{
    rows_apply(out, 1, &a, gelu_row, NULL);
}

/* (1 + tanh(u)) / 2 is sigmoid(2u): one exponential and one division. */
KINDLING_CLONES static void gelu_tanh_row(long n, real *out, const real *const in[],
                                          const real *arg)
{
    const real *x = in[0];
    (void)arg;
#pragma omp simd
    for (long i = 0; i < n; i++) {
        real twice = 2 * SQRT_2_OVER_PI * x[i] * (1 + (real)0.044715 * x[i] * x[i]);
        out[i] = x[i] / (1 + real_exp(-twice));
    }
}

EXERCISE
void gelu_tanh_kernel(Tensor *out, const Tensor *a)
{
    rows_apply(out, 1, &a, gelu_tanh_row, NULL);
}

KINDLING_CLONES static void silu_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *x = in[0];
    (void)arg;
#pragma omp simd
    for (long i = 0; i < n; i++)
        out[i] = x[i] / (1 + real_exp(-x[i]));
}

void silu_kernel(Tensor *out, const Tensor *a)
{
    rows_apply(out, 1, &a, silu_row, NULL);
}
