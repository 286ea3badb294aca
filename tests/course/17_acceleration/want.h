/* want.h - what is right in module 17: the functions of the *_want.c. */
#ifndef WANT_H
#define WANT_H

#include "check.h"
#include "gemm_steps.h"

/* product_want.c: C (m, c_row) with A B added to its first n columns */
Tensor *product_want(const Tensor *a, const Tensor *b, const Tensor *c);
Tensor *left_to_right_want(const Tensor *a, const Tensor *b, const Tensor *c);
Tensor *nan_places_want(const Tensor *a, const Tensor *b, const Tensor *c);

/* reads_want.c: how often numbers are read, and how often a line is fetched for that */
long all_once_want(long rows, long columns);
double order_most_reads_of_a_want(long m, long k);
double order_misses_b_want(long m, long n, long k, long width);
double order_misses_a_want(long m, long k);
double tiled_misses_b_want(long m, long n, long k, long width, long tile);
double tiled_misses_a_want(long m, long n, long k, long width, long tile);
double tiled_one_stays_want(long m, long n, long k, long width, long tile);
double fitted_lines_want(long m, long n, long k, long lines, long width);
long whole_tiles_want(long m, long n);
long part_reads_b_want(long m, long n, long k, long parts);
long scratch_used_want(long m, long parts);

/* tile_want.c: the panels are (k, STEP_MR) and (k, STEP_NR); the micro-tile begins at (row, column) of C */
Tensor *tile_want(const Tensor *a, const Tensor *b, const Tensor *c, long row, long column);
/* One tensor is both: B its first rows, and C, which begins with the last of them. */
Tensor *tile_behind_b_want(const Tensor *a, const Tensor *b_then_c);

/* gelu_want.c */
Tensor *bias_gelu_want(const Tensor *x, const Tensor *bias);
Tensor *bias_gelu_dx_want(const Tensor *x, const Tensor *bias, const Tensor *dy);
Tensor *bias_gelu_dbias_want(const Tensor *x, const Tensor *bias, const Tensor *dy, double walks);

/* answers_want.c */
double gflops_want(void);
double gigabytes_ijk_want(void);
double megabytes_tiled_want(void);
double registers_want(void);
double speed_up_want(void);
double largest_tile_want(void);

#endif
