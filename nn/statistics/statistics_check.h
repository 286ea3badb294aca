/* statistics_check.h - statistics.h, what its functions look at first, and what they begin with.
 * For their own files. */
#ifndef KINDLING_STATISTICS_CHECK_H
#define KINDLING_STATISTICS_CHECK_H

#include "sort_numbers.h"
#include "statistics.h"

/* ---- statistics_check.c: what a caller can do wrong ------------------------------------------ */

/* Each fails, and returns if all is well. */

void measurements_check(const char *function, const double *x, long n);
void quantile_check(const double *x, long n, double p);
void bootstrap_check(const double *x, long n, double level, long resamples);
void mann_whitney_check(const char *function, const double *a, long n, const double *b, long m,
                        long most);
void ratios_check(const double *ratios, long n);
void early_stopping_check(long over, double p, double d, double c);

/* ---- statistics.c: between two numbers; copies, in the innermost open scope ------------------ */

/* a + part (b - a) for a part of 0 to 1: never beyond a or b, and finite, also where b - a is no
 * double any more. */
double line_between(double a, double b, double part);

double *sample_sorted(const double *x, long n); /* from the least to the largest */
double *sample_joined(const double *a, long n, const double *b, long m); /* a, then b */

#endif
