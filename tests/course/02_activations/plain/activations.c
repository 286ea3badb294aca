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

static void leaky_relu_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *x = in[0];
    real slope = arg[0];
    for (long i = 0; i < n; i++) {
        if (x[i] < 0)
            out[i] = slope * x[i];
        else
            out[i] = x[i];
    }
}

void leaky_relu_kernel(Tensor *out, const Tensor *a, real slope)
{
    rows_apply(out, 1, &a, leaky_relu_row, &slope);
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
    for (long i = 0; i < n; i++)
        out[i] = (real)tanh(x[i]);
}

void tanh_kernel(Tensor *out, const Tensor *a)
{
    rows_apply(out, 1, &a, tanh_row, NULL);
}

static void gelu_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *x = in[0];
    (void)arg;
    for (long i = 0; i < n; i++) {
        double phi = (1 + erf(x[i] / sqrt(2.0))) / 2;
        out[i] = (real)(x[i] * phi);
    }
}

void gelu_kernel(Tensor *out, const Tensor *a)
{
    rows_apply(out, 1, &a, gelu_row, NULL);
}

static void gelu_tanh_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *x = in[0];
    (void)arg;
    for (long i = 0; i < n; i++) {
        double cube = x[i] * x[i] * x[i];
        double u = 0.79788456080286535588 * (x[i] + 0.044715 * cube);
        out[i] = (real)(x[i] / 2 * (1 + tanh(u)));
    }
}

void gelu_tanh_kernel(Tensor *out, const Tensor *a)
{
    rows_apply(out, 1, &a, gelu_tanh_row, NULL);
}

static void silu_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *x = in[0];
    (void)arg;
    for (long i = 0; i < n; i++) {
        double sigmoid = 1 / (1 + exp(-x[i]));
        out[i] = (real)(x[i] * sigmoid);
    }
}

void silu_kernel(Tensor *out, const Tensor *a)
{
    rows_apply(out, 1, &a, silu_row, NULL);
}
