/* pareto_front.c - the points that no other one dominates: for each of them, getting better in one
 * thing costs another.
 */
#include <math.h>
#include "pareto_check.h"

void pareto_check(const double *points, long n, long objectives)
{
    if (n < 0)
        fail("pareto_front: %ld points, expected at least 0", n);
    if (objectives < 1)
        fail("pareto_front: %ld objectives, expected at least 1", objectives);
    for (long i = 0; i < n; i++)
        for (long k = 0; k < objectives; k++)
            if (isnan(points[i * objectives + k]))
                fail("pareto_front: objective %ld of point %ld is NaN. hint: what was not measured "
                     "cannot be compared",
                     k, i);
}

/* At least as good in everything, and better in something. */
static bool dominates(const double *a, const double *b, long objectives,
                      const bool *lower_is_better)
{
    bool better = false;
    for (long k = 0; k < objectives; k++) {
        double gain = lower_is_better[k] ? b[k] - a[k] : a[k] - b[k];
        if (gain < 0)
            return false;
        better = better || gain > 0;
    }
    return better;
}

EXERCISE
long pareto_front(bool *is, const double *points, long n, long objectives,
                  const bool *lower_is_better)
{
    pareto_check(points, n, objectives);
    long count = 0;
    for (long i = 0; i < n; i++) {
        is[i] = true;
        for (long j = 0; j < n; j++)
            if (dominates(points + j * objectives, points + i * objectives, objectives,
                          lower_is_better))
                is[i] = false;
        count += is[i];
    }
    return count;
}
