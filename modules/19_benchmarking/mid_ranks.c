/* mid_ranks.c - places from 1 to n, shared by equal numbers. */
#include "statistics_check.h"
#include "todo.h"

/* ---- 19.5 ---------------------------------------------------------------------------------------- */

void mid_ranks(double *rank, const double *x, long n)
{
    measurements_check("mid_ranks", x, n); /* given: n >= 1, no NaN */

    /* TODO: rank[i], the place of x[i] if the sample were sorted, 1 for the least. Equal numbers share the mean of the
     * places that they take together.
     *
     * APPROACH
     *   1. For each i count how many numbers are smaller, and how many are equal, itself among them.
     *   2. The equal ones take the places smaller + 1 to smaller + equal. What is the mean of these?
     *
     * EXAMPLE
     *   {7, 3, 7}: 3 is first; the two 7 take the places 2 and 3: {2.5, 1, 2.5}
     *
     * HINT: two loops, nothing is sorted. The mean of first and last place is the mean of all between. */
    todo("19.5 mid_ranks");
}
