/* numbers_want.c - losses between numbers in plain loops. */
#include "want.h"

static Tensor *mean_of(const Tensor *t)
{
    const Tensor *plain = copy_of(t);
    long n = shape_numel(t->ndim, t->shape);
    double sum = 0;
    for (long i = 0; i < n; i++)
        sum += (double)plain->data[i];
    return values(SCALAR, VALUES((real)(sum / (double)n)));
}

/* ---- 04.5 mse_kernel --------------------------------------------------------------------------- */

Tensor *mse_want(const Tensor *prediction, const Tensor *target)
{
    const Tensor *d = plain_pair(prediction, target, minus);
    return mean_of(plain_pair(d, d, times));
}

Tensor *difference_want(const Tensor *prediction, const Tensor *target)
{
    return plain_pair(prediction, target, minus);
}

/* ---- 04.6 bce_row ------------------------------------------------------------------------------- */

static double bce(double x, double t)
{
    return fmax(x, 0) - x * t + log(1 + exp(-fabs(x)));
}

Tensor *bce_want(const Tensor *x, const Tensor *t)
{
    return plain_pair(x, t, bce);
}

Tensor *bce_mean_want(const Tensor *x, const Tensor *t)
{
    return mean_of(plain_pair(x, t, bce));
}
