/* softmax.c - a row of scores becomes a row of probabilities. */
#include "along_axis.h"
#include "vmath.h"

/* What is taken off every score; a row of -infinity would make NaN. */
static real largest_of(long n, const real *x)
{
    real largest = -INFINITY;
    for (long i = 0; i < n; i++) {
        if (x[i] > largest)
            largest = x[i];
    }
    if (largest == -INFINITY)
        return 0;
    return largest;
}

static void softmax_row(long n, real *y, const real *x, const real *unused)
{
    real m = largest_of(n, x);
    double sum = 0;

    (void)unused;
    for (long i = 0; i < n; i++) {
        y[i] = (real)exp(x[i] - m);
        sum += y[i];
    }
    if (sum == 0)
        return;
    for (long i = 0; i < n; i++)
        y[i] = (real)(y[i] / sum);
}

void softmax_kernel(Tensor *out, const Tensor *a, int axis)
{
    along_axis("tensor_softmax", out, a, NULL, axis, softmax_row, false);
}

static void logsumexp_row(long n, real *y, const real *x, const real *unused)
{
    real m = largest_of(n, x);
    double sum = 0;

    (void)unused;
    for (long i = 0; i < n; i++)
        sum += exp(x[i] - m);
    *y = (real)(m + log(sum));
}

void logsumexp_kernel(Tensor *out, const Tensor *a, int axis)
{
    along_axis("tensor_logsumexp", out, a, NULL, axis, logsumexp_row, true);
}

static void log_softmax_row(long n, real *y, const real *x, const real *unused)
{
    real m = largest_of(n, x);
    double sum = 0;

    (void)unused;
    for (long i = 0; i < n; i++)
        sum += exp(x[i] - m);
    if (sum == 0) { /* every score is -infinity */
        for (long i = 0; i < n; i++)
            y[i] = -INFINITY;
        return;
    }
    double log_sum = log(sum);
    for (long i = 0; i < n; i++)
        y[i] = (real)((x[i] - m) - log_sum);
}

void log_softmax_kernel(Tensor *out, const Tensor *a, int axis)
{
    along_axis("tensor_log_softmax", out, a, NULL, axis, log_softmax_row, false);
}
