/* report_want.c - means of factors, fronts and early stopping in plain loops. */
#include "want.h"

/* ---- 19.5 ------------------------------------------------------------------------------------------ */

static bool dominates(const Tensor *points, long j, long i, const bool *lower)
{
    long worse = 0, better = 0;
    for (long k = 0; k < points->shape[1]; k++) {
        double gain = at(points, AT(i, k)) - at(points, AT(j, k));
        better += lower[k] ? gain > 0 : gain < 0;
        worse += lower[k] ? gain < 0 : gain > 0;
    }
    return worse == 0 && better > 0;
}

Tensor *front_want(const Tensor *points, const bool *lower)
{
    long n = points->shape[0], count = 0;
    bool is[64];
    for (long i = 0; i < n; i++) {
        is[i] = true;
        for (long j = 0; j < n; j++)
            is[i] = is[i] && !dominates(points, j, i, lower);
        count += is[i];
    }
    return marks_of(is, n, count);
}

/* ---- 19.6 ------------------------------------------------------------------------------------------ */

/* The chance of at most `over` slow ones among n, by logarithms. */
static double at_most(long n, long over, double q)
{
    double sum = 0;
    for (long k = 0; k <= over; k++)
        sum += exp(lgamma((double)n + 1) - lgamma((double)k + 1) - lgamma((double)(n - k) + 1) +
                   (double)k * log(q) + (double)(n - k) * log1p(-q));
    return sum;
}

/* The chance falls with n: the least n is looked for by halves. */
long queries_want(long over, double p, double d, double c)
{
    long low = over + 1, high = 100000;
    while (low < high) {
        long n = (low + high) / 2;
        if (at_most(n, over, 1 - p + d) > 1 - c)
            low = n + 1;
        else
            high = n;
    }
    return low;
}
