/* one_pass.c - numbers are kept until there are 64 of them, then added at once. */
#include <math.h>
#include "one_pass.h"

static void add_block(Stream s, const double *x, long n, double *top, double *sum)
{
    double largest = -INFINITY;
    for (long i = 0; i < n; i++) {
        if (isnan(x[i]) || isnan(*top)) {
            *top = NAN;
            return;
        }
        if (x[i] > largest)
            largest = x[i];
    }
    if (largest == -INFINITY || *top == INFINITY)
        return;
    if (largest == INFINITY) {
        *top = largest;
        return;
    }
    if (largest > *top) {
        if (*top > -INFINITY)
            *sum *= s.count_exp(s.context, *top - largest);
        *top = largest;
    }
    for (long i = 0; i < n; i++)
        if (x[i] > -INFINITY)
            *sum += s.count_exp(s.context, x[i] - *top);
}

double stream_logsumexp(Stream s, long n)
{
    double kept[64], top = -INFINITY, sum = 0;
    long k = 0;
    for (long i = 0; i < n; i++) {
        kept[k++] = s.next(s.context);
        if (k == 64 || i == n - 1) {
            add_block(s, kept, k, &top, &sum);
            k = 0;
        }
    }
    if (isnan(top) || isinf(top))
        return top;
    return top + log(sum);
}
