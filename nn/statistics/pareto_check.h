/* pareto_check.h - pareto.h, and what its function looks at first. For its own file. */
#ifndef KINDLING_PARETO_CHECK_H
#define KINDLING_PARETO_CHECK_H

#include "pareto.h"

/* ---- pareto_front.c (19): what a caller can do wrong. Fails, and returns if all is well ------ */

void pareto_check(const double *points, long n, long objectives);

#endif
