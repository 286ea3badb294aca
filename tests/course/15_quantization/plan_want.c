/* plan_want.c - 15.7: the best of all choices, by trying all. */
#include "want.h"

static double least_error(const Costs *c, long limit)
{
    double least = INFINITY;
    for (long code = 0; code < 1L << (2 * c->n); code++) { /* two bits for each matrix */
        long bytes = 0;
        double error = 0;
        for (long k = 0; k < c->n; k++) {
            long s = code >> (2 * k) & 3;
            bytes += c->bytes[k][s];
            error += c->error[k][s];
        }
        if (bytes <= limit)
            least = fmin(least, error);
    }
    return least;
}

double best_mean_want(int n, const Costs *costs, const long *limits)
{
    double logs = 0;
    for (int i = 0; i < n; i++)
        logs += log(least_error(&costs[i], limits[i]));
    return exp(logs / n);
}
