/* numbers_want.c - the loss of yes and no in plain loops. */
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

/* ---- 04.4 bce_row ------------------------------------------------------------------------------- */

static double bce(double x, double t)
{
    return fmax(x, 0) - x * t + log1p(exp(-fabs(x)));
}

Tensor *bce_want(const Tensor *x, const Tensor *t)
{
    return plain_pair(x, t, bce);
}

static double bce_of_e(double x, double t)
{
    return bce(x, t) * fabs(x) / exp(-fabs(x));
}

Tensor *bce_of_e_want(const Tensor *x, const Tensor *t)
{
    return plain_pair(x, t, bce_of_e);
}

Tensor *bce_mean_want(const Tensor *x, const Tensor *t)
{
    return mean_of(plain_pair(x, t, bce));
}
