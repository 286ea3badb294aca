/* loss_kernels.c - two losses that compare numbers with numbers: what is computed forward. */
#include "op.h"
#include "vmath.h"

void mse_kernel(Tensor *out, Tensor *difference, const Tensor *prediction, const Tensor *target)
{
    sub_kernel(difference, prediction, target);

    Tensor *squares = tensor_new_like(difference);
    mul_kernel(squares, difference, difference);

    double sum = 0;
    long n = tensor_numel(squares);
    for (long i = 0; i < n; i++)
        sum += squares->data[i];
    out->data[0] = (real)(sum / n);
}

void bce_row(long n, real *out, const real *const in[], const real *arg)
{
    (void)arg;
    for (long i = 0; i < n; i++) {
        double x = in[0][i];
        double t = in[1][i];
        if (x >= 0)
            out[i] = (real)(x - x * t + log(1 + exp(-x)));
        else
            out[i] = (real)(-x * t + log(1 + exp(x)));
    }
}
