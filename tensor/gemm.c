/* gemm.c - the product of two matrices, C = alpha A B + beta C: once plainly, once fast.
 *
 * gemm_plain is the definition. gemm_blocked does the same sums in an order that fits the machine
 * (Goto and van de Geijn 2008): a block of B is packed so that it lies in the order of use and fits
 * the second-level cache; A is packed a few rows at a time, into the first-level cache; and a tile
 * of C, TILE_ROWS x TILE_COLUMNS, stays in registers while its sum over p runs:
 *
 *          B block      | strip | strip | strip |    BLOCK_DEPTH deep, BLOCK_COLUMNS wide
 *     A  ----------     |       |       |       |
 *        ---panel--     | tile  | tile  | tile  |    one panel of A goes past all strips
 *
 * Packing is also where strides end: transposed and broadcast inputs cost the same as plain ones.
 * Invariant: panels and strips are filled up with zeros, so that the inner kernel knows no edges.
 */
#include <string.h>
#include "tensor.h"

/* A vector as wide as the machine's registers. The compiler splits it where there are none. */
#if defined(__AVX512F__)
#define VECTOR_BYTES 64
#define TILE_ROWS 12 /* 12 x 2 sums in 24 of 32 registers */
#elif defined(__AVX__)
#define VECTOR_BYTES 32
#define TILE_ROWS 6 /* 6 x 2 sums in 12 of 16 registers */
#elif defined(__aarch64__)
#define VECTOR_BYTES 16
#define TILE_ROWS 12
#else
#define VECTOR_BYTES 16
#define TILE_ROWS 6
#endif
typedef real Vector __attribute__((vector_size(VECTOR_BYTES)));

#define VECTOR_LENGTH ((long)(VECTOR_BYTES / sizeof(real)))
#define TILE_COLUMNS (2 * VECTOR_BYTES / (int)sizeof(real))
#define BLOCK_DEPTH 256L
#define BLOCK_COLUMNS 512L
#define WORK_PER_THREAD (1L << 17) /* multiplications that are worth a thread */

/* C = beta C, and C is not read where beta is 0. */
static void scale(long m, long n, real beta, real *c, long c_row)
{
    for (long i = 0; i < m; i++)
        for (long j = 0; j < n; j++)
            c[i * c_row + j] = beta == 0 ? 0 : beta * c[i * c_row + j];
}

void gemm_plain(long m, long n, long k, real alpha, Matrix a, Matrix b, real beta, real *c,
                long c_row)
{
    for (long i = 0; i < m; i++)
        for (long j = 0; j < n; j++) {
            real sum = 0;
            for (long p = 0; p < k; p++)
                sum += a.data[i * a.row + p * a.col] * b.data[p * b.row + j * b.col];
            real *at = c + i * c_row + j;
            *at = beta == 0 ? alpha * sum : alpha * sum + beta * *at;
        }
}

/* ---- packing -------------------------------------------------------------------------------- */

/* to[p * width + i] = element (i, p) of a count x depth matrix, zeros for count <= i < width. */
static void pack(long count, long width, long depth, const real *from, long step_i, long step_p,
                 real *to)
{
    if (count < width)
        memset(to, 0, (size_t)(width * depth) * sizeof(real));
    if (step_i == 1) /* read along the rows of memory, whichever way they run */
        for (long p = 0; p < depth; p++)
            memcpy(to + p * width, from + p * step_p, (size_t)count * sizeof(real));
    else
        for (long i = 0; i < count; i++)
            for (long p = 0; p < depth; p++)
                to[p * width + i] = from[i * step_i + p * step_p];
}

/* ---- one tile -------------------------------------------------------------------------------- */

/* sum over p of (column p of the panel) (row p of the strip): depth x 12 x 2 vector operations on
 * 12 + 2 loads. */
static void tile_sums(long depth, const real *panel, const real *strip, Vector sums[TILE_ROWS][2])
{
    Vector sum[TILE_ROWS][2] = {0};
    for (long p = 0; p < depth; p++) {
        Vector left, right;
        memcpy(&left, strip, sizeof left);
        memcpy(&right, strip + VECTOR_LENGTH, sizeof right);
        for (int i = 0; i < TILE_ROWS; i++) {
            sum[i][0] += panel[i] * left;
            sum[i][1] += panel[i] * right;
        }
        panel += TILE_ROWS;
        strip += TILE_COLUMNS;
    }
    memcpy(sums, sum, sizeof sum);
}

/* C = alpha panel strip + beta C for the rows x columns of the tile that exist. */
static void tile(long depth, const real *panel, const real *strip, real alpha, real beta, real *c,
                 long c_row, long rows, long columns)
{
    union {
        Vector vector[TILE_ROWS][2];
        real number[TILE_ROWS][TILE_COLUMNS];
    } sums;
    tile_sums(depth, panel, strip, sums.vector);
    for (long i = 0; i < rows; i++) {
        real *to = c + i * c_row;
        const real *sum = sums.number[i];
        if (beta == 0)
            for (long j = 0; j < columns; j++)
                to[j] = alpha * sum[j];
        else
            for (long j = 0; j < columns; j++)
                to[j] = alpha * sum[j] + beta * to[j];
    }
}

/* ---- blocks ---------------------------------------------------------------------------------- */

/* The product of all of A's columns p in a block with one packed block of B. */
typedef struct {
    long m, columns, depth;
    real alpha, beta;
    const real *a;
    long a_row, a_col;
    const real *strips;
    real *c;
    long c_row;
} Block;

static long smaller(long a, long b)
{
    return a < b ? a : b;
}

static void multiply_panels(long begin, long end, void *context)
{
    const Block *w = context;
    _Alignas(64) real panel[TILE_ROWS * BLOCK_DEPTH];
    for (long i = begin * TILE_ROWS; i < smaller(end * TILE_ROWS, w->m); i += TILE_ROWS) {
        long rows = smaller(TILE_ROWS, w->m - i);
        pack(rows, TILE_ROWS, w->depth, w->a + i * w->a_row, w->a_row, w->a_col, panel);
        for (long j = 0; j < w->columns; j += TILE_COLUMNS)
            tile(w->depth, panel, w->strips + j * w->depth, w->alpha, w->beta,
                 w->c + i * w->c_row + j, w->c_row, rows, smaller(TILE_COLUMNS, w->columns - j));
    }
}

static void multiply_block(Block *w, const real *b, long b_row, long b_col, real *strips)
{
    for (long j = 0; j < w->columns; j += TILE_COLUMNS)
        pack(smaller(TILE_COLUMNS, w->columns - j), TILE_COLUMNS, w->depth, b + j * b_col, b_col,
             b_row, strips + j * w->depth);
    w->strips = strips;
    long work = TILE_ROWS * w->columns * w->depth;
    parallel_for((w->m + TILE_ROWS - 1) / TILE_ROWS, WORK_PER_THREAD / work + 1, multiply_panels,
                 w);
}

void gemm_blocked(long m, long n, long k, real alpha, Matrix a, Matrix b, real beta, real *c,
                  long c_row)
{
    if (m <= 0 || n <= 0)
        return;
    if (k <= 0 || alpha == 0) {
        scale(m, n, beta, c, c_row);
        return;
    }
    Scope *scratch = scope_open();
    long width = (smaller(n, BLOCK_COLUMNS) + TILE_COLUMNS - 1) / TILE_COLUMNS * TILE_COLUMNS;
    real *strips = scope_alloc(scratch, (size_t)(width * smaller(k, BLOCK_DEPTH)) * sizeof(real));
    for (long j = 0; j < n; j += BLOCK_COLUMNS)
        for (long p = 0; p < k; p += BLOCK_DEPTH) {
            Block w = {.m = m,
                       .columns = smaller(BLOCK_COLUMNS, n - j),
                       .depth = smaller(BLOCK_DEPTH, k - p),
                       .alpha = alpha,
                       .beta = p == 0 ? beta : 1,
                       .a = a.data + p * a.col,
                       .a_row = a.row,
                       .a_col = a.col,
                       .c = c + j,
                       .c_row = c_row};
            multiply_block(&w, b.data + p * b.row + j * b.col, b.row, b.col, strips);
        }
    scope_close(scratch);
}
