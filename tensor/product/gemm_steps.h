/* gemm_steps.h - one matrix product, step by step: three loops, another order, tiles, blocks
 * for a given cache, packed micro-panels, a micro-tile, vectors, threads.
 *
 * Every step adds A B to C. The words are those of BLIS (Van Zee and van de Geijn 2015), as in
 * gemm_kernel.h; what the engine itself uses is gemm.c and what stands behind it. course_products.c
 * makes a library of these steps. Invariant: each number of C is c + a_0 b_0 + a_1 b_1 + ...,
 * added from left to right, on every step: no step changes a bit of the result, nor does the number
 * of threads.
 */
#ifndef KINDLING_GEMM_STEPS_H
#define KINDLING_GEMM_STEPS_H

#include "cache_model.h"

/* In double, in which module 17 is tested, a vector has at most four numbers: the eight of its
 * example, written where LANES belongs, are wrong in other builds, and so here. (Sums keep their
 * bits.) */
#if defined(KINDLING_DOUBLE) && defined(__AVX512F__)
#define VECTOR_BYTES 32
#endif
/* Where READ is heard, so is load: a vector is one read, of an array that is not hidden. */
#if READS_ARE_COUNTED
#define LOADED(from) cache_model_read(from)
#endif

/* C += A B for A (m, k), B (k, n), C (m, n). Element (i, p) of A is a.data[i * a.row + p * a.col],
 * of B likewise; (i, j) of C is c[i * c_row + j], and c_row >= n: what stands between two rows of C
 * is not touched. */
typedef struct {
    long m, n, k;
    Matrix a, b;
    real *c;
    long c_row;
} Product;

/* ---- gemm_steps.c (17): three loops in two orders -------------------------------------------- */

void gemm_ijk(Product x); /* number by number of C: each is a sum over p. A and B by READ */
void gemm_ikj(Product x); /* the same, and each line of B is used up at once. A and B by READ */

/* ---- gemm_steps.c (17): a part that fits ----------------------------------------------------- */

/* In tiles of tile rows and columns, of A, B and C; those at the edges are smaller. tile >= 1. */
void gemm_tiled(Product x, long tile);

/* ---- gemm_steps.c (17): blocks for a given cache --------------------------------------------- */

/* For a cache of `lines` lines of `width` numbers that keeps what was used last: where A and B lie
 * row by row, few lines of them are fetched. Any strides. lines >= 3, width >= 1. */
void gemm_fitted(Product x, long lines, long width);

/* ---- gemm_steps.c (17): in the order of use -------------------------------------------------- */

#define STEP_MR 6L   /* rows of a micro-tile of C, and of a micro-panel of A */
#define STEP_NR 32L  /* its columns, and those of a micro-panel of B */
#define STEP_KC 256L /* products that are packed at once */

/* panel[p * width + i] = x(i, p) for i < count, 0 for count <= i < width, and p < k. Of B the
 * transpose is handed in: (Matrix){b.data, b.col, b.row}. Each number of x is read once, by
 * READ. */
void pack_panel(real *panel, long width, Matrix x, long count, long k);

/* ---- gemm_steps.c (17): sums in registers ---------------------------------------------------- */

/* c[i * c_row + j] += sum over p of a[p * STEP_MR + i] * b[p * STEP_NR + j], for all of STEP_MR x
 * STEP_NR. C is read once and written once, whatever k is. */
typedef void MicroProduct(long k, const real *a, const real *b, real *c, long c_row);
/* in plain C */
void micro_tile(long k, const real *a, const real *b, real *c, long c_row);
/* with the vectors of vector.h */
void vector_tile(long k, const real *a, const real *b, real *c, long c_row);

/* ---- gemm_steps.c (17): loops around the micro-tile ------------------------------------------ */

/* K in blocks of STEP_KC. Each number of A and B is read once, by READ. tile is called for whole
 * micro-tiles only; what stands beside C, or between its rows, is not touched. scratch has
 * gemm_packed_scratch(x.n) numbers. */
void gemm_packed(Product x, MicroProduct *tile, real *scratch);

/* ---- gemm_steps.c (17): rows of C for each thread -------------------------------------------- */

/* gemm_packed with vector_tile, in `parts` parts: part t has rows of C of its own,
 * shared out as evenly as goes without a micro-tile more than one part would make, and packs into
 * scratch + t * gemm_packed_scratch(x.n). A sum is never cut. Some parts may have nothing to do.
 * parts >= 1. */
void gemm_threads(Product x, long parts, real *scratch);

/* ---- gemm_steps.c (17): what the steps are given --------------------------------------------- */

long gemm_packed_scratch(long n); /* numbers that gemm_packed has room for, C having n columns */
void gemm_tiled_check(long tile);
void gemm_fitted_check(long lines, long width);
void gemm_threads_check(long parts);

#endif
