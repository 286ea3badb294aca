/* pareto_front.c - the points that no other one dominates: for each of them, getting better in one thing costs another. */
#include "pareto_check.h"
#include "todo.h"

/* ---- 19.5 ---------------------------------------------------------------------------------------- */

long pareto_front(bool *is, const double *points, long n, long objectives,
                  const bool *lower_is_better)
{
    pareto_check(points, n, objectives); /* given: n >= 0, objectives >= 1, no NaN */

    /* TODO: is[i]: no point dominates point i; returns how many are on the front.
     *
     * CONTRACT  point a dominates b if it is nowhere worse, and somewhere better. Number k of
     *           point i is points[i * objectives + k], and lower_is_better[k] says what is
     *           better there.
     * EXAMPLE   (ms, accuracy), less and more is better
     *           (10, 90) (5, 80) (10, 85) (5, 80): the third is dominated by the first; on the front: 1, 1, 0, 1. Returns 3.
     * HOLDS     every point that is not on the front is dominated by one that is. One objective:
     *           only the best are.
     * THINK     a tie in one objective and worse in another: dominated or not? Does a point that
     *           is compared with itself need a case of its own? */
    todo("19.5 pareto_front");
}
