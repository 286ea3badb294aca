/* pareto_front.c - every pair of points is compared. */
#include "pareto_check.h"

static bool dominates(const double *a, const double *b, long objectives,
                      const bool *lower_is_better)
{
    bool better = false;
    for (long k = 0; k < objectives; k++) {
        double of_a = a[k], of_b = b[k];
        if (lower_is_better[k]) {
            of_a = -of_a;
            of_b = -of_b;
        }
        if (of_a < of_b)
            return false;
        if (of_a > of_b)
            better = true;
    }
    return better;
}

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
        if (is[i])
            count++;
    }
    return count;
}
