/* pareto_front.c - the points that no other one dominates: for each of them, getting better in one
 * thing costs another. */
#include "pareto_check.h"

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
