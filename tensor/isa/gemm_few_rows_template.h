/* gemm_few_rows_template.h - the matrix product where rows of C are few or short: one after the other.
 *
 * Each number of B is used so rarely then that packing costs more than it saves.
 * Invariant: K is cut where gemm_blocked.c cuts it, so a row has the same bits there and here.
 */
#ifndef KINDLING_GEMM_FEW_ROWS_TEMPLATE_H
#define KINDLING_GEMM_FEW_ROWS_TEMPLATE_H

#include "gemm_kernel.h"

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

/* to = beta to + alpha times the blocks of the group at p + bias, each added as a micro-kernel does. */
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

static void few_rows(const Gemm *g, GemmCuts cut, void *scratch)
{
    real near[2][GEMM_NEAR];
    double near_total[GEMM_NEAR];
    FewRows w = {g->n, g->k, g->alpha, g->b, cut, near[0], near[1], near_total};
    if (g->n > GEMM_NEAR) {
        w.total = scratch;
        w.sum = (real *)(w.total + g->n);
        w.part = w.sum + g->n;
    }
    for (long i = 0; i < g->m; i++) {
        const real *a = g->a.data + i * g->a.row;
        real *c = g->c.data + i * g->c.row;
        sum_group(&w, 0, a, g->a.col, g->beta, g->bias, c);
        if (w.k > w.cut.group)
            add_groups(&w, a, g->a.col, c);
    }
}

#endif
