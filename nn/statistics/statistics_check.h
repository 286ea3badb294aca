/* statistics_check.h - statistics.h, what its functions look at first, and what they begin with.
 * For their own files. */
#ifndef KINDLING_STATISTICS_CHECK_H
#define KINDLING_STATISTICS_CHECK_H

#include "sort_numbers.h"
#include "statistics.h"

/* ---- statistics.c (19): what a caller can do wrong. Each fails, or returns: all is well ------ */

void measurements_check(const char *function, const double *x, long n);
void quantile_check(const double *x, long n, double p);
void ratios_check(const double *ratios, long n);

/* ---- statistics.c (19): between two numbers; a copy in order --------------------------------- */

/* a + part (b - a) for a part of 0 to 1: never beyond a or b, and finite, also where b - a is no
 * double any more. */
double line_between(double a, double b, double part);
/* From the least to the largest; in the innermost open scope. */
double *sample_sorted(const double *x, long n);

/* ---- bootstrap.c, early_stopping.c (19): what a caller can do wrong -------------------------- */

void bootstrap_check(const double *x, long n, double level, long resamples);
void early_stopping_check(long over, double p, double d, double c);

/* ---- mann_whitney.c (19): what a caller can do wrong; both samples in one -------------------- */

void mann_whitney_check(const char *function, const double *a, long n, const double *b, long m,
                        long most);
/* a, then b; in the innermost open scope. */
double *sample_joined(const double *a, long n, const double *b, long m);

#endif
