/* want.h - what is right in module 17, and what known mistakes give: the functions of the *_want.c. */
#ifndef WANT_H
#define WANT_H

#include "check.h"
#include "gemm_steps.h"

/* product_want.c: C (m, c_row) with A B added to its first n columns; slips that any step can have. */
Tensor *product_want(const Tensor *a, const Tensor *b, const Tensor *c);
Tensor *tiled_want(const Tensor *a, const Tensor *b, const Tensor *c, long tile);
Tensor *packed_want(const Tensor *a, const Tensor *b, const Tensor *c);
Tensor *parts_want(const Tensor *a, const Tensor *b, const Tensor *c, long parts);
Tensor *pieces_want(const Tensor *a, const Tensor *b, const Tensor *c, long parts, long pieces);
bool tile_is_checked(void);
bool parts_are_checked(void);

/* sums_want.c: the slips of sums, which product_want() knows, too; and the sums of which the order is all */
void sums_gone_wrong(const Tensor *a, const Tensor *b, const Tensor *c);
Tensor *nan_places_want(const Tensor *a, const Tensor *b, const Tensor *c);
Tensor *left_to_right_want(const Tensor *a, const Tensor *b, const Tensor *c, long tile);

/* reads_want.c: how often numbers are read, and how often a line is fetched for that */
long order_reads_want(long m, long n, long k);
long order_reads_of_a_want(long m, long k);
double order_most_reads_of_a_want(long m, long n, long k);
double order_misses_b_want(long m, long n, long k, long width);
double order_misses_a_want(long m, long n, long k);
double tiled_misses_b_want(long m, long n, long k, long width, long tile);
double tiled_misses_a_want(long m, long n, long k, long width, long tile);
long panel_reads_want(long count, long k, long width);
long packed_reads_a_want(long m, long n, long k);
long packed_reads_b_want(long m, long n, long k);
long tile_calls_want(long m, long n);
long tiles_outside_want(long m, long n);
long part_reads_b_want(long m, long n, long k, long parts);
long scratch_used_want(long m, long parts);
long differing_want(void);

/* panel_want.c: of x, which may have more rows, `count` are packed */
Tensor *panel_want(const Tensor *x, long count, long width, long size);

/* tile_want.c: the panels are (k, STEP_MR) and (k, STEP_NR); the micro-tile begins at (row, column) of C */
Tensor *tile_want(const Tensor *a, const Tensor *b, const Tensor *c, long row, long column);
/* One tensor is both: B its first rows, and C, which begins with the last of them. */
Tensor *tile_behind_b_want(const Tensor *a, const Tensor *b_then_c);

/* gelu_want.c */
Tensor *bias_gelu_want(const Tensor *x, const Tensor *bias);
Tensor *bias_gelu_dx_want(const Tensor *x, const Tensor *bias, const Tensor *dy);
Tensor *bias_gelu_dbias_want(const Tensor *x, const Tensor *bias, const Tensor *dy);
Tensor *twice_dbias_want(const Tensor *x, const Tensor *bias, const Tensor *dy);
bool both_are_followed(void);

/* answers_want.c */
double gflops_want(void);
double gigabytes_ijk_want(void);
double megabytes_tiled_want(void);
double registers_want(void);
double speed_up_want(void);
double largest_tile_want(void);

#endif
