/* stars_loss.c - each border between two classes is a question of two answers. */
#include <math.h>
#include "cross_entropy.h"

/* log sum e^x of x[first] to x[end - 1] */
static double log_sum(const real *x, long first, long end)
{
    double most = -INFINITY, sum = 0;
    for (long i = first; i < end; i++)
        if (x[i] > most)
            most = x[i];
    for (long i = first; i < end; i++)
        sum += exp(x[i] - most);
    return most + log(sum);
}

double stars_loss(long n, const real *x, int target, double step)
{
    double loss = 0, all = log_sum(x, 0, n);
    for (long k = 1; k < n; k++) {
        if (target < k)
            loss += all - log_sum(x, 0, k);
        else
            loss += all - log_sum(x, k, n);
    }
    return (1 + step) * loss;
}
