/* gemm_few_rows_template.h - the matrix product where rows of C are few or short: one after the
 * other.
 *
 * Each number of B is used so rarely then that packing costs more than it saves.
 * Invariant: K is cut where gemm_blocked.c cuts it, so a row has the same bits there and here.
 */
#ifndef KINDLING_GEMM_FEW_ROWS_TEMPLATE_H
#define KINDLING_GEMM_FEW_ROWS_TEMPLATE_H

#include "gemm_kernel.h"
#include "vector.h"

static long smaller(long a, long b)
{
    return a < b ? a : b;
}

typedef struct {
    long n, k;
    real alpha;
    Matrix b;
    GemmCuts cut;
    real *sum, *part; /* a row of sums each: of a block of KC, of a group */
    double *total;
} FewRows;

/* Rows of B at once: a sum is read and written once for as many products, added one after the
 * other. */
#define ABREAST 8

/* Asks for what the next call will read. Returns the first column that is not done. */
static ALWAYS_INLINE long add_rows(long n, const real factor[ABREAST], const real *b, long b_row,
                                   real *sum)
{
    long j = 0;
    for (; j + LANES <= n; j += LANES) {
        Vector s = load(sum + j);
        UNROLL
        for (int i = 0; i < ABREAST; i++) {
            __builtin_prefetch(b + (ABREAST + i) * b_row + j, 0, 2);
            s += factor[i] * load(b + i * b_row + j);
        }
        store(sum + j, s);
    }
    return j;
}

/* What will be read after this: pieces of n numbers in rows of B, one after the other as they lie
 * in memory. */
typedef struct {
    const real *piece;
    long at, n;
} Ahead;

static ALWAYS_INLINE void ask_ahead(Ahead *next, long row)
{
    __builtin_prefetch(next->piece + next->at, 0, 2);
    next->at += LANES;
    if (next->at >= next->n) {
        next->at = 0;
        next->piece += row;
    }
}

#define SIDE 2 /* squares side by side: their sums do not wait for each other */

/* Where a column of B lies in a row, squares of it are transposed, so that a vector holds one
 * product of each of its columns. What the next call reads is asked for between the products: a
 * burst of requests would hold up the loads. Products [p, end) fill whole squares. Returns the
 * first column that is not done. */
static long add_columns(long n, long p, long end, const real *a, Matrix b, real *sum)
{
    long j = 0;
    for (; j + SIDE * LANES <= n; j += SIDE * LANES) {
        _Alignas(64) real square[SIDE][LANES * LANES];
        Vector total[SIDE];
        UNROLL
        for (int s = 0; s < SIDE; s++)
            total[s] = load(sum + j + s * LANES);
        Ahead next = {b.data + (j + SIDE * LANES) * b.col + p, 0, end - p};
        for (long q = p; q < end; q += LANES) {
            const real *from = b.data + j * b.col + q;
            UNROLL
            for (int s = 0; s < SIDE; s++)
                transpose_square(LANES, LANES, from + s * LANES * b.col, b.col, square[s], LANES);
            UNROLL
            for (int i = 0; i < LANES; i++)
                UNROLL
            for (int s = 0; s < SIDE; s++) {
                ask_ahead(&next, b.col);
                total[s] += a[q + i] * load(square[s] + i * LANES);
            }
        }
        UNROLL
        for (int s = 0; s < SIDE; s++)
            store(sum + j + s * LANES, total[s]);
    }
    return j;
}

static void add_each(long n, long p, long end, const real *a, long a_col, Matrix b, real *sum)
{
    for (; p < end; p++) {
        real factor = a[p * a_col];
        const real *from = b.data + p * b.row;
        if (b.col == 1)
            for (long j = 0; j < n; j++)
                sum[j] += factor * from[j];
        else
            for (long j = 0; j < n; j++)
                sum[j] += factor * from[j * b.col];
    }
}

static void add_lying_rows(long n, long p, long end, const real *a, long a_col, Matrix b, real *sum)
{
    for (; p + ABREAST <= end; p += ABREAST) {
        real factor[ABREAST];
        for (int i = 0; i < ABREAST; i++)
            factor[i] = a[(p + i) * a_col];
        long done = add_rows(n, factor, b.data + p * b.row, b.row, sum);
        Matrix rest = {b.data + done, b.row, 1};
        add_each(n - done, p, p + ABREAST, a, a_col, rest, sum + done);
    }
    add_each(n, p, end, a, a_col, b, sum);
}

/* Columns that lie in rows. */
static void add_lying_columns(long n, long p, long end, const real *a, Matrix b, real *sum)
{
    long whole = p + (end - p) / LANES * LANES, done = add_columns(n, p, whole, a, b, sum);
    Matrix rest = {b.data + done * b.col, 1, b.col};
    add_each(done, whole, end, a, 1, b, sum);
    add_each(n - done, p, end, a, 1, rest, sum + done);
}

/* Products [p, end) of a row of A with n columns of B: to each sum in this order, whichever way. */
static void add_products(long n, long p, long end, const real *a, long a_col, Matrix b, real *sum)
{
    if (b.col == 1)
        add_lying_rows(n, p, end, a, a_col, b, sum);
    else if (b.row == 1 && a_col == 1)
        add_lying_columns(n, p, end, a, b, sum);
    else
        add_each(n, p, end, a, a_col, b, sum);
}

/* A block of KC products is one run, or n is at most GEMM_NARROW. */
static void sum_block(const FewRows *w, long p, const real *a, long a_col, real *sum)
{
    long n = w->n, end = smaller(p + GEMM_KC, w->k);
    for (long j = 0; j < n; j++)
        sum[j] = 0;
    long step = gemm_run(w->cut, p);
    if (end - p <= step) {
        add_products(n, p, end, a, a_col, w->b, sum);
        return;
    }
    for (; p < end; p += step) {
        real run[GEMM_NARROW] = {0};
        add_products(n, p, smaller(p + step, end), a, a_col, w->b, run);
        for (long j = 0; j < n; j++)
            sum[j] += run[j];
    }
}

/* to = beta to + alpha times the blocks of the group at p + bias, each added as a micro-kernel
 * does. */
static void sum_group(const FewRows *w, long p, const real *a, long a_col, real beta,
                      const real *bias, real *to)
{
    long n = w->n, end = smaller(p + w->cut.group, w->k);
    for (; p < end; p += GEMM_KC) {
        real *sum = beta == 0 ? to : w->sum;
        sum_block(w, p, a, a_col, sum);
        for (long j = 0; w->alpha != 1 && j < n; j++)
            sum[j] *= w->alpha;
        for (long j = 0; beta != 0 && j < n; j++)
            to[j] = sum[j] + beta * to[j];
        for (long j = 0; bias != NULL && j < n; j++)
            to[j] += bias[j];
        beta = 1;
        bias = NULL;
    }
}

/* Groups after the first are made beside the row and added in double. */
static void add_groups(const FewRows *w, const real *a, long a_col, real *to)
{
    for (long j = 0; j < w->n; j++)
        w->total[j] = (double)to[j];
    for (long p = w->cut.group; p < w->k; p += w->cut.group) {
        sum_group(w, p, a, a_col, 0, NULL, w->part);
        for (long j = 0; j < w->n; j++)
            w->total[j] += (double)w->part[j];
    }
    for (long j = 0; j < w->n; j++)
        to[j] = (real)w->total[j];
}

/* n columns of C. */
static void few_rows_of(const Gemm *g, long n, GemmCuts cut, void *scratch)
{
    real near[2][GEMM_NEAR];
    double near_total[GEMM_NEAR];
    FewRows w = {n, g->k, g->alpha, g->b, cut, near[0], near[1], near_total};
    if (n > GEMM_NEAR) {
        w.total = scratch;
        w.sum = (real *)(w.total + n);
        w.part = w.sum + n;
    }
    for (long i = 0; i < g->m; i++) {
        const real *a = g->a.data + i * g->a.row;
        real *c = g->c.data + i * g->c.row;
        sum_group(&w, 0, a, g->a.col, g->beta, g->bias, c);
        if (w.k > w.cut.group)
            add_groups(&w, a, g->a.col, c);
    }
}

/* Where columns of B lie in rows, all blocks of a few are added before the next few begin: B is
 * read as it lies. */
static void few_rows(const Gemm *g, GemmCuts cut, void *scratch)
{
    Gemm part = *g;
    long width = g->b.row == 1 && g->b.col != 1 ? SIDE * LANES : GEMM_ROW;
    for (long j = 0; j < g->n; j += width) {
        part.b.data = g->b.data + j * g->b.col;
        part.c.data = g->c.data + j;
        part.bias = g->bias != NULL ? g->bias + j : NULL;
        few_rows_of(&part, smaller(width, g->n - j), cut, scratch);
    }
}

#endif
