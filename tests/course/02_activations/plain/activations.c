/* activations.c - nonlinear functions between layers, with the functions of the C library. */
#include "vmath.h"

static void relu_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *x = in[0];
    (void)arg;
    for (long i = 0; i < n; i++) {
        if (x[i] < 0)
            out[i] = 0;
        else
            out[i] = x[i];
    }
}

void relu_kernel(Tensor *out, const Tensor *a)
{
    rows_apply(out, 1, &a, relu_row, NULL);
}

static void sigmoid_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *x = in[0];
    (void)arg;
    for (long i = 0; i < n; i++) {
        double e = exp(-x[i]);
        out[i] = (real)(1 / (1 + e));
    }
}

void sigmoid_kernel(Tensor *out, const Tensor *a)
{
    rows_apply(out, 1, &a, sigmoid_row, NULL);
}

static void tanh_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *x = in[0];
    (void)arg;
    for (long i = 0; i < n; i++) {
        double v = x[i], size = fabs(v), e = exp(-2 * size), y = (1 - e) / (1 + e);
        if (size < 0.01) /* 1 - e has lost digits */
            y = size - size * v * v / 3 + 2 * size * v * v * v * v / 15;
        out[i] = (real)copysign(y, v);
    }
}

void tanh_kernel(Tensor *out, const Tensor *a)
{
    rows_apply(out, 1, &a, tanh_row, NULL);
}

static void gelu_tanh_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *x = in[0];
    (void)arg;
    for (long i = 0; i < n; i++) {
        double cube = x[i] * x[i] * x[i];
        double u = 0.79788456080286535588 * (x[i] + 0.044715 * cube);
        double half = 1 / (1 + exp(-2 * u)); /* (1 + tanh(u)) / 2 */
        out[i] = (real)(x[i] * half);
    }
}

void gelu_tanh_kernel(Tensor *out, const Tensor *a)
{
    rows_apply(out, 1, &a, gelu_tanh_row, NULL);
}
