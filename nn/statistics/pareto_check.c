/* pareto_check.c - what a caller of pareto.h can do wrong. */
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
