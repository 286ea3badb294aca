/* loss_kernels.c - a loss for yes or no. */
#include "op.h"
#include "vmath.h"

void bce_row(long n, real *out, const real *const in[], const real *arg)
{
    (void)arg;
    for (long i = 0; i < n; i++) {
        double x = in[0][i];
        double t = in[1][i];
        if (x >= 0)
            out[i] = (real)(x - x * t + log1p(exp(-x)));
        else
            out[i] = (real)(-x * t + log1p(exp(x)));
    }
}
