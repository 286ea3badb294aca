/* mann_whitney_exact.c - of all the ways to deal the ranks, which share is at least as uneven as ours?
 *
 * Ranks are counted in halves, so that mid-ranks are whole numbers: all of them together are (n + m) (n + m + 1).
 */
#include "statistics_check.h"
#include "todo.h"

/* ---- 19.4 ---------------------------------------------------------------------------------------- */

double mann_whitney_exact(const double *a, long n, const double *b, long m)
{
    mann_whitney_check("mann_whitney_exact", a, n, b, m, 56); /* given: n, m >= 1, n + m <= 56 */

    /* TODO: the two-sided p: of all ways to deal the ranks, which share is at least as uneven as
     * ours?
     *
     * CONTRACT  of all C(n + m, n) ways to choose n of the n + m mid-ranks (of a and b together)
     *           the share of those whose sum is at least as far from the middle as the sum of
     *           a's. Exact, also with ties. n + m up to 56.
     * BUDGET    any way of counting. Up to 15 numbers: 6 points. 24 of them, which can be dealt in
     *           2.7 million ways: 3 more. Up to 56, in 7.6e15 ways: the last 5.
     * EXAMPLE   {1, 2} and {3, 4}: sums of two of 1 2 3 4 are 3 4 5 5 6 7; a's is 3, two away from 5; so is 7: p = 2 / 6
     * HOLDS     a and b change places: the same. Never 0, never above 1. All equal: 1.
     * YOU HAVE  sample_joined(a, n, b, m), a and then b, in the current scope; mid_ranks;
     *           scope_alloc, which clears nothing
     * THINK     7.6e15 ways, and how many different sums? */
    todo("19.4 mann_whitney_exact");
}
