/* sort_numbers.h - the one sort of nn/: for percentiles, quantiles, and the magnitudes of weights.
 * Given; for its own files. */
#ifndef KINDLING_SORT_NUMBERS_H
#define KINDLING_SORT_NUMBERS_H

/* ---- sort_numbers.c (06) --------------------------------------------------------------------- */

/* x[0] <= x[1] <= ... <= x[n - 1], in place. No NaN: it has no place in an order. */
void sort_numbers(double *x, long n);

#endif
