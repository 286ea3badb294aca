/* statistics.h - the two numbers that a benchmark needs, and reading numbers back out of JSON. */
#ifndef STATISTICS_H
#define STATISTICS_H

#include <stdbool.h>
#include <stddef.h>

/* The middle value; the mean of the two in the middle if n is even; NaN for n = 0. x stays. */
double median(long n, const double *x);
/* b of y = a x^b, least squares through the logarithms. NaN unless two different x > 0 are there. */
double loglog_slope(long n, const double *x, const double *y);

/* The value of "key": in one flat line of JSON. False: no such key, or another kind of value. */
bool json_number(const char *line, const char *key, double *value);
bool json_text(const char *line, const char *key, char *text, size_t size);

#endif
