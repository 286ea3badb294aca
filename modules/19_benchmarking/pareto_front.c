/* pareto_front.c - the points that no other one dominates: for each of them, getting better in one thing costs another. */
#include "pareto_check.h"
#include "todo.h"

/* ---- 19.8 ---------------------------------------------------------------------------------------- */

long pareto_front(bool *is, const double *points, long n, long objectives,
                  const bool *lower_is_better)
{
    pareto_check(points, n, objectives); /* given: n >= 0, objectives >= 1, no NaN */

    /* TODO: is[i]: no point dominates point i. Return how many are on the front. Number k of point i is
     * points[i * objectives + k].
     *
     * APPROACH
     *   1. A function of your own (static): does point a dominate point b? It is nowhere worse, and somewhere better.
     *      What is better in objective k depends on lower_is_better[k].
     *   2. Point i is on the front unless some point dominates it.
     *
     * EXAMPLE   (ms, accuracy), less and more is better
     *   (10, 90) (5, 80) (10, 85) (5, 80): the third is dominated by the first; the two (5, 80) do not dominate each
     *   other. On the front: 1, 1, 0, 1. Returns 3.
     *
     * HINT: a point that is compared with itself is nowhere better, so it needs no exception. */
    todo("19.8 pareto_front");
}
