/* mad.c - the median absolute deviation: a spread that an outlier hardly moves. */
#include "statistics_check.h"
#include "todo.h"

/* ---- 19.2 ---------------------------------------------------------------------------------------- */

double sample_mad(const double *x, long n)
{
    measurements_check("sample_mad", x, n); /* given: n >= 1, no NaN */

    /* TODO: the median of |x[i] - median|.
     *
     * APPROACH
     *   1. The median of x: sample_median(x, n).
     *   2. An array of n distances from it: scope_alloc(scope, n * sizeof(double)), in a scope of your own.
     *   3. Its median is the answer.
     *
     * EXAMPLE
     *   {1, 2, 4, 8, 100}: median 4; distances 3, 2, 0, 4, 96; their median is 3
     *
     * HINT: fabs of math.h. */
    todo("19.2 sample_mad");
}
