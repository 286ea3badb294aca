/* mann_whitney_exact.c - of all the ways to deal the ranks, which share is at least as uneven as ours?
 *
 * Ranks are counted in halves, so that mid-ranks are whole numbers: all of them together are (n + m) (n + m + 1).
 */
#include "statistics_check.h"
#include "todo.h"

/* ---- 19.6 ---------------------------------------------------------------------------------------- */

double mann_whitney_exact(const double *a, long n, const double *b, long m)
{
    mann_whitney_check("mann_whitney_exact", a, n, b, m, 56); /* given: n, m >= 1, n + m <= 56 */

    /* TODO: the two-sided p. Of all C(n + m, n) ways to choose n of the mid-ranks, the share of those whose sum is at
     * least as far from the middle as the sum of a's.
     *
     * APPROACH
     *   1. sample_joined(a, n, b, m) is a and then b, in a scope of yours. mid_ranks of all n + m; twice of each is a
     *      whole number, a long.
     *   2. ways[k][s]: in how many ways k of the ranks add up to s (doubles: they may be many). At first ways[0][0]
     *      is 1 and all others are 0. Each rank r in turn: ways[k][s] += ways[k - 1][s - r], from the largest k down,
     *      so that no rank is taken twice.
     *   3. In halves, the middle of n ranks is n (n + m + 1). Add ways[n][s] over all s that are as far from it
     *      as a's own sum, or further, and divide by the sum over all s.
     *
     * EXAMPLE
     *   {1, 2} and {3, 4}: sums of two of 1 2 3 4 are 3 4 5 5 6 7; a's is 3, two away from 5; so is 7: p = 2 / 6
     *
     * HINT: ways as one array, ways[k * (whole + 1) + s], whole = (n + m) (n + m + 1). scope_alloc clears nothing. */
    todo("19.6 mann_whitney_exact");
}
