/* unary.c - functions of one number, applied to every element.
 *
 * Each is a row function, a loop over neighbours that the compiler vectorizes, and a kernel that
 * hands it to rows_apply. Invariant: NaN in, NaN out (but pow(NaN, 0) is 1, as in C).
 */
#include "clones.h"
#include "vmath.h"

KINDLING_CLONES static void neg_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *x = in[0];
    (void)arg;
#pragma omp simd
    for (long i = 0; i < n; i++)
        out[i] = -x[i];
}

KINDLING_CLONES static void abs_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *x = in[0];
    (void)arg;
#pragma omp simd
    for (long i = 0; i < n; i++)
        out[i] = real_abs(x[i]);
}

KINDLING_CLONES static void exp_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *x = in[0];
    (void)arg;
#pragma omp simd
    for (long i = 0; i < n; i++)
        out[i] = real_exp(x[i]);
}

KINDLING_CLONES static void log_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *x = in[0];
    (void)arg;
#pragma omp simd
    for (long i = 0; i < n; i++)
        out[i] = real_log(x[i]);
}

KINDLING_CLONES static void sqrt_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *x = in[0];
    (void)arg;
#pragma omp simd
    for (long i = 0; i < n; i++)
        out[i] = real_sqrt(x[i]);
}

/* Reducing a large angle well takes libm's many digits of pi; these two stay scalar. */
KINDLING_CLONES static void sin_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *x = in[0];
    (void)arg;
    for (long i = 0; i < n; i++)
        out[i] = real_sin(x[i]);
}

KINDLING_CLONES static void cos_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *x = in[0];
    (void)arg;
    for (long i = 0; i < n; i++)
        out[i] = real_cos(x[i]);
}

KINDLING_CLONES static void pow_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *x = in[0];
    real exponent = arg[0];
    for (long i = 0; i < n; i++)
        out[i] = real_pow(x[i], exponent);
}

KINDLING_CLONES static void square_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *x = in[0];
    (void)arg;
#pragma omp simd
    for (long i = 0; i < n; i++)
        out[i] = x[i] * x[i];
}

KINDLING_CLONES static void clamp_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *x = in[0];
    real low = arg[0], high = arg[1];
#pragma omp simd
    for (long i = 0; i < n; i++) {
        real raised = x[i] < low ? low : x[i];
        out[i] = raised > high ? high : raised;
    }
}

/* ---- kernels -------------------------------------------------------------------------------- */

void neg_kernel(Tensor *out, const Tensor *a)
{
    rows_apply(out, 1, &a, neg_row, NULL);
}

void abs_kernel(Tensor *out, const Tensor *a)
{
    rows_apply(out, 1, &a, abs_row, NULL);
}

void exp_kernel(Tensor *out, const Tensor *a)
{
    rows_apply(out, 1, &a, exp_row, NULL);
}

void log_kernel(Tensor *out, const Tensor *a)
{
    rows_apply(out, 1, &a, log_row, NULL);
}

void sqrt_kernel(Tensor *out, const Tensor *a)
{
    rows_apply(out, 1, &a, sqrt_row, NULL);
}

void sin_kernel(Tensor *out, const Tensor *a)
{
    rows_apply(out, 1, &a, sin_row, NULL);
}

void cos_kernel(Tensor *out, const Tensor *a)
{
    rows_apply(out, 1, &a, cos_row, NULL);
}

void pow_kernel(Tensor *out, const Tensor *a, real exponent)
{
    rows_apply(out, 1, &a, exponent == 2 ? square_row : pow_row, &exponent);
}

/* Where low > high everything becomes high, as in PyTorch. */
void clamp_kernel(Tensor *out, const Tensor *a, real low, real high)
{
    real bounds[2] = {low, high};
    rows_apply(out, 1, &a, clamp_row, bounds);
}
