/* gemm.c - the product of two matrices, C = alpha A B + beta C: who computes it.
 *
 * The rule: the built-in product (gemm_blocked.c) where it has a kernel for this processor's vectors
 * (AVX2, AVX-512, NEON); a BLAS where not, if there is one. On Apple's machines Accelerate comes
 * first, since it alone reaches their matrix unit. KINDLING_GEMM=builtin|blas|onednn overrides it.
 * Invariant: nothing is measured. A measurement can choose differently from one run to the next,
 * and another kernel adds in another order: the same seed would not give the same bits.
 */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "gemm_kernel.h"
#include "gemm_library.h"

#define SMALL_WORK 128 /* multiplications below which a call costs more than the work */
#define FEW_ROWS 4     /* below, each number of B is used so rarely that packing costs more */

#define NEAR 512 /* columns of C whose sums fit on the stack */

static long smaller(long a, long b)
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
    long n = w->n, end = smaller(p + w->cut.layer, w->k);
    for (long j = 0; j < n; j++)
        sum[j] = 0;
    if (end - p <= w->cut.run) {
        add_products(n, p, end, a, a_col, w->b, sum);
        return;
    }
    for (; p < end; p += w->cut.run) {
        real run[GEMM_NARROW] = {0};
        add_products(n, p, smaller(p + w->cut.run, end), a, a_col, w->b, run);
        for (long j = 0; j < n; j++)
            sum[j] += run[j];
    }
}

/* to = beta to + alpha times the layers of the group at p + bias, each added as the tiles do it. */
static void sum_group(const Small *w, long p, const real *a, long a_col, real beta,
                      const real *bias, real *to)
{
    long n = w->n, end = smaller(p + w->cut.group, w->k);
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

/* Row by row, where rows are few or short. K is cut where gemm_blocked cuts it: the sums are the same. */
static void gemm_small(long m, long n, long k, real alpha, Matrix a, Matrix b, real beta,
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

/* ---- who computes it ------------------------------------------------------------------------- */

static const GemmLibrary *_Atomic library; /* NULL: built in */
static atomic_bool chosen;

static bool has_tuned_kernel(void)
{
    return strcmp(gemm_kernel()->name, "baseline") != 0;
}

static const GemmLibrary *by_rule(void)
{
#ifdef __APPLE__
    return blas_library();
#else
    return has_tuned_kernel() ? NULL : blas_library();
#endif
}

bool gemm_choose(const char *name)
{
    const GemmLibrary *wanted = name == NULL ? by_rule() : NULL;
    if (name != NULL && strcmp(name, "builtin") != 0) {
        if (strcmp(name, "blas") == 0)
            wanted = blas_library();
        else if (strcmp(name, "onednn") == 0)
            wanted = onednn_library();
        if (wanted == NULL)
            return false;
    }
    library = wanted;
    chosen = true;
    return true;
}

/* Several threads may come here first at once; all of them choose the same. */
static const GemmLibrary *backend(void)
{
    if (!chosen) {
        const char *name = getenv("KINDLING_GEMM");
        if (!gemm_choose(name != NULL && *name != '\0' ? name : NULL)) {
            fprintf(stderr, "KINDLING_GEMM=%s: there is no such matrix product here\n", name);
            gemm_choose(NULL);
        }
    }
    return library;
}

/* NULL: a library's */
static const GemmKernel *kernel(void)
{
    return backend() == NULL ? gemm_kernel() : NULL;
}

const char *gemm_backend(void)
{
    static _Thread_local char name[48];
    if (backend() != NULL)
        return backend()->name;
    if (!has_tuned_kernel())
        return "built-in";
    snprintf(name, sizeof name, "built-in %s", gemm_kernel()->name);
    return name;
}

/* ---- the product ----------------------------------------------------------------------------- */

static bool by_library(long m, long n, long k)
{
    return k > 0 && m * n * k >= SMALL_WORK && kernel() == NULL;
}

static void built_in(long m, long n, long k, real alpha, Matrix a, Matrix b, real beta,
                     const real *bias, real *c, long c_row)
{
    if (k > 0 && n > 0 && (m * n * k < SMALL_WORK || (m < FEW_ROWS && b.col == 1)))
        gemm_small(m, n, k, alpha, a, b, beta, bias, c, c_row);
    else
        gemm_with(kernel(), m, n, k, alpha, a, b, beta, bias, c, c_row);
}

void gemm(long m, long n, long k, real alpha, Matrix a, Matrix b, real beta, real *c, long c_row)
{
    if (by_library(m, n, k))
        gemm_by_library(backend(), m, n, k, alpha, a, b, beta, c, c_row);
    else
        built_in(m, n, k, alpha, a, b, beta, NULL, c, c_row);
}

/* A library cannot add the bias as it writes, so every row starts with it. */
void gemm_bias(long m, long n, long k, Matrix a, Matrix b, const real *bias, real *c, long c_row)
{
    if (by_library(m, n, k)) {
        for (long i = 0; i < m; i++)
            memcpy(c + i * c_row, bias, (size_t)n * sizeof(real));
        gemm_by_library(backend(), m, n, k, 1, a, b, 1, c, c_row);
    } else {
        built_in(m, n, k, 1, a, b, 0, bias, c, c_row);
    }
}
