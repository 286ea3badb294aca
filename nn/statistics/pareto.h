/* pareto.h - which of many programs nobody beats in everything. */
#ifndef KINDLING_PARETO_H
#define KINDLING_PARETO_H

#include "../../tensor/tensor.h"

#pragma GCC visibility push(default)

/* ---- pareto_front.c (19): points that no other one dominates --------------------------------- */

/* points (n, objectives), row by row: time, bytes, quality, ... of n programs. lower_is_better
 * (objectives) says of each objective which way is up. Point j dominates point i if it is at least
 * as good in every objective, and better in at least one. is[i]: nobody dominates point i, it is on
 * the front. Equal points do not dominate each other: all of them are on it, or none. Returns how
 * many are. n = 0: none. Fails: n < 0, objectives < 1, a NaN. Source: Pareto 1896; Deb 2001,
 * "Multi-Objective Optimization using Evolutionary Algorithms". */
long pareto_front(bool *is, const double *points, long n, long objectives,
                  const bool *lower_is_better);

#pragma GCC visibility pop

#endif
