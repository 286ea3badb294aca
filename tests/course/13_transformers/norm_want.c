/* norm_want.c - one normalized row in plain loops. */
#include "cache_model.h"
#include "want.h"

double row_mean_want(const Tensor *x)
{
    double sum = 0, first = at(x, AT(0)); /* which keeps the digits of a row far from 0 */
    for (long i = 0; i < x->shape[0]; i++)
        sum += at(x, AT(i)) - first;
    return first + sum / (double)x->shape[0];
}

double row_rstd_want(const Tensor *x, double eps)
{
    double sum = 0, mean = row_mean_want(x);
    for (long i = 0; i < x->shape[0]; i++)
        sum += (at(x, AT(i)) - mean) * (at(x, AT(i)) - mean);
    return 1 / sqrt(sum / (double)x->shape[0] + eps);
}

Tensor *row_want(const Tensor *x, const Tensor *gamma, const Tensor *beta, double eps)
{
    double mean = row_mean_want(x), rstd = row_rstd_want(x, eps);
    Tensor *y = blank(x->ndim, x->shape);
    for (long i = 0; i < x->shape[0]; i++) {
        double g = gamma == NULL ? 1 : at(gamma, AT(i)), b = beta == NULL ? 0 : at(beta, AT(i));
        y->data[i] = (real)((at(x, AT(i)) - mean) * rstd * g + b);
    }
    return y;
}

long row_reads_want(long n)
{
    return READS_ARE_COUNTED ? 2 * n + 2 : 0;
}
