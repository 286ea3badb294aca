/* combine.h - many numbers into fewer: the walk under every reduction (inside tensor/ only). */
#ifndef KINDLING_COMBINE_H
#define KINDLING_COMBINE_H

#include "tensor.h"

#define COMBINE_COLUMNS 256 /* the most that are reduced side by side */
#define SUM_BLOCK 32        /* additions in real before a double takes the sum: an error of 5e-7 */

/* ---- combine.c (01): the walk ---------------------------------------------------------------- */

/* Combine the numbers of each of n columns (at most COMBINE_COLUMNS) with what total holds for it:
 * row i of column j is a[i * a_row + j * a_column]. */
typedef void (*Combine)(long rows, long n, double *total, const real *a, long a_row, long a_column);

/* out = the numbers of a that broadcasting would read from that element of out, all combined with
 * start, in double; and + beta out, unless beta is 0: then out is not read. */
void combine_axes(const char *operation, Tensor *out, const Tensor *a, real beta, double start,
                  Combine combine);

/* ---- reduce.c (01): what the walk is given --------------------------------------------------- */

/* Adds the numbers of each column to its total, as a Combine. */
void sum_rows(long rows, long n, double *total, const real *a, long a_row, long a_column);
/* Position of the first largest of x[0], x[stride], ... x[(n - 1) stride]; NaN is the
 * largest. */
long first_largest(long n, const real *x, long stride);

/* ---- sum_line.c (02): a whole line ----------------------------------------------------------- */

/* a[0] + a[stride] + ... + a[(n - 1) stride] */
double sum_line(long n, const real *a, long stride);

#endif
