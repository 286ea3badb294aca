/* mad.c - the median absolute deviation: a spread that an outlier hardly moves. */
#include "statistics_check.h"
#include "todo.h"

/* ---- 19.2 ---------------------------------------------------------------------------------------- */

double sample_mad(const double *x, long n)
{
    measurements_check("sample_mad", x, n); /* given: n >= 1, no NaN */

    /* TODO: the median of the distances from the median: a spread that an outlier hardly moves.
     *
     * CONTRACT  of |x[i] - median|. Memory comes from a scope of your own.
     * EXAMPLE   {1, 2, 4, 8, 100}: median 4; distances 3, 2, 0, 4, 96; their median is 3
     * HOLDS     100 or 10,000 in the example: the same. x + 7: the same; 2 x: twice.
     * YOU HAVE  sample_median(x, n); scope_alloc(scope, bytes); fabs
     * THINK     how often is a median taken, and of what? */
    todo("19.2 sample_mad");
}
