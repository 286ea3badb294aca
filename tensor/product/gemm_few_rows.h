/* gemm_few_rows.h - the product row by row, where rows are few or short: nothing is packed.
 *
 * Compiled like the tiles (gemm_tile.h), once per instruction set, because a fused multiplication and
 * addition rounds once and two operations twice.
 * Invariant: K is cut where gemm_blocked cuts it, and sums are added in its order: a row has the
 * same bits here and there.
 */
#ifndef KINDLING_GEMM_FEW_ROWS_H
#define KINDLING_GEMM_FEW_ROWS_H

#include "gemm_kernel.h"

#define NEAR 512 /* columns of C whose sums fit on the stack */

static inline long least(long a, long b)
{
    return a < b ? a : b;
}

typedef struct {
    long n, k;
    real alpha;
    Matrix b;
    GemmCuts cut;
    real *sum, *part; /* a row of sums each: of a layer, of a group */
    double *total;
} Small;

/* Products [p, end) of a row of A with n columns of B; vectorizes where B's rows are neighbours. */
static void add_products(long n, long p, long end, const real *a, long a_col, Matrix b, real *sum)
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

/* A layer is one run, or n is at most GEMM_NARROW. */
static void sum_layer(const Small *w, long p, const real *a, long a_col, real *sum)
{
    long n = w->n, end = least(p + w->cut.layer, w->k);
    for (long j = 0; j < n; j++)
        sum[j] = 0;
    long step = gemm_run(w->cut, p);
    if (end - p <= step) {
        add_products(n, p, end, a, a_col, w->b, sum);
        return;
    }
    for (; p < end; p += step) {
        real run[GEMM_NARROW] = {0};
        add_products(n, p, least(p + step, end), a, a_col, w->b, run);
        for (long j = 0; j < n; j++)
            sum[j] += run[j];
    }
}

/* to = beta to + alpha times the layers of the group at p + bias, each added as the tiles do it. */
static void sum_group(const Small *w, long p, const real *a, long a_col, real beta,
                      const real *bias, real *to)
{
    long n = w->n, end = least(p + w->cut.group, w->k);
    for (; p < end; p += w->cut.layer) {
        real *sum = beta == 0 ? to : w->sum;
        sum_layer(w, p, a, a_col, sum);
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

/* Further groups are made beside the row and added in double. */
static void add_groups(const Small *w, const real *a, long a_col, real *to)
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

static void few_rows(long m, long n, long k, real alpha, Matrix a, Matrix b, real beta,
                     const real *bias, real *c, long c_row)
{
    real near[2][NEAR];
    double near_total[NEAR];
    Small w = {n, k, alpha, b, gemm_cuts(n), near[0], near[1], near_total};
    Scope *scratch = n > NEAR ? scope_open() : NULL;
    if (n > NEAR) {
        w.sum = scope_alloc(scratch, (size_t)n * sizeof *w.sum);
        w.part = scope_alloc(scratch, (size_t)n * sizeof *w.part);
        w.total = scope_alloc(scratch, (size_t)n * sizeof *w.total);
    }
    for (long i = 0; i < m; i++) {
        sum_group(&w, 0, a.data + i * a.row, a.col, beta, bias, c + i * c_row);
        if (k > w.cut.group)
            add_groups(&w, a.data + i * a.row, a.col, c + i * c_row);
    }
    if (scratch != NULL)
        scope_close(scratch);
}

#endif
