/* mid_ranks.c - places from 1 to n, shared by equal numbers. */
#include "statistics_check.h"
#include "todo.h"

/* ---- 19.3 ---------------------------------------------------------------------------------------- */

void mid_ranks(double *rank, const double *x, long n)
{
    measurements_check("mid_ranks", x, n); /* given: n >= 1, no NaN */

    /* TODO: rank[i], the place of x[i] if the sample were sorted, 1 for the least.
     *
     * CONTRACT  equal numbers share the mean of the places that they take together.
     * EXAMPLE   {7, 3, 7}: {2.5, 1, 2.5}
     * HOLDS     all ranks add up to n (n + 1) / 2. Any rising function of x: the same ranks.
     * THINK     a sorted copy does not know any more whose place is whose. Must anything be
     *           sorted? */
    todo("19.3 mid_ranks");
}
