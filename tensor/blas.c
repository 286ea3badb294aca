/* blas.c - gemm: the system's BLAS where one was found, gemm_blocked where not.
 *
 * A BLAS knows two layouts, rows of neighbours and columns of neighbours, and reads the second as
 * a transposed matrix. Strides say which one a matrix has; anything else is packed first.
 * Invariant: the BLAS runs on one thread, and threads share C by rows or columns here, so that the
 * numbers do not depend on how the BLAS was built.
 */
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include "tensor.h"

#define SMALL_WORK 128             /* multiplications below which a call costs more than the work */
#define WORK_PER_THREAD (1L << 18) /* multiplications that are worth a thread */
#define SLICE 48                   /* rows or columns that threads take at a time */

/* Row p of B times A(i, p), added to row i of C: vectorizes where B's rows are neighbours. */
static void gemm_small(long m, long n, long k, real alpha, Matrix a, Matrix b, real beta, real *c,
                       long c_row)
{
    for (long i = 0; i < m; i++) {
        real *to = c + i * c_row;
        for (long j = 0; j < n; j++)
            to[j] = beta == 0 ? 0 : beta * to[j];
        for (long p = 0; p < k; p++) {
            real factor = alpha * a.data[i * a.row + p * a.col];
            const real *from = b.data + p * b.row;
            if (b.col == 1)
                for (long j = 0; j < n; j++)
                    to[j] += factor * from[j];
            else
                for (long j = 0; j < n; j++)
                    to[j] += factor * from[j * b.col];
        }
    }
}

#ifdef HAVE_CBLAS
#include HAVE_CBLAS
#ifdef _OPENMP
#include <omp.h>
#endif

/* OpenBLAS says what it is and takes a thread count; in other libraries these are NULL. */
#if defined(__ELF__)
extern char *openblas_get_config(void) __attribute__((weak));
extern int openblas_get_parallel(void) __attribute__((weak));
extern void openblas_set_num_threads(int) __attribute__((weak));
#endif

#ifndef BLAS_NAME
#define BLAS_NAME "BLAS"
#endif

/* ---- layouts -------------------------------------------------------------------------------- */

typedef struct {
    const real *data;
    enum CBLAS_TRANSPOSE transpose;
    long leading; /* elements between rows (columns, if transposed) */
} Layout;

static long larger(long a, long b)
{
    return a > b ? a : b;
}

/* Along an axis of size 1 a stride means nothing. */
static bool as_layout(Layout *l, long rows, long columns, Matrix x)
{
    l->data = x.data;
    if ((x.col == 1 || columns == 1) && (x.row >= columns || rows == 1)) {
        l->transpose = CblasNoTrans;
        l->leading = rows == 1 ? columns : x.row;
        return true;
    }
    if ((x.row == 1 || rows == 1) && (x.col >= rows || columns == 1)) {
        l->transpose = CblasTrans;
        l->leading = columns == 1 ? rows : x.col;
        return true;
    }
    return false;
}

/* Strides that are neither, or that repeat elements: a copy with plain rows. */
static Layout packed(Scope *scratch, long rows, long columns, Matrix x)
{
    real *copy = scope_alloc(scratch, (size_t)(rows * columns) * sizeof(real));
    for (long i = 0; i < rows; i++)
        for (long j = 0; j < columns; j++)
            copy[i * columns + j] = x.data[i * x.row + j * x.col];
    return (Layout){.data = copy, .transpose = CblasNoTrans, .leading = columns};
}

/* ---- the call ------------------------------------------------------------------------------- */

typedef struct {
    long m, n, k;
    real alpha, beta;
    Layout a, b;
    real *c;
    long c_row;
} Product;

static void call_blas(const Product *w)
{
#ifdef KINDLING_DOUBLE
    cblas_dgemm(
#else
    cblas_sgemm(
#endif
        CblasRowMajor, w->a.transpose, w->b.transpose, (int)w->m, (int)w->n, (int)w->k, w->alpha,
        w->a.data, (int)w->a.leading, w->b.data, (int)w->b.leading, w->beta, w->c, (int)w->c_row);
}

/* OpenBLAS with threads of its own (parallel 1) is told once to use one. */
static void quiet_blas(void)
{
#if defined(__ELF__)
    static atomic_flag told = ATOMIC_FLAG_INIT;
    if (!atomic_flag_test_and_set(&told) && openblas_get_parallel != NULL &&
        openblas_get_parallel() == 1)
        openblas_set_num_threads(1);
#endif
}

/* A BLAS built on OpenMP asks OpenMP each time how many threads there are: it has to hear 1. */
static void call_on_one_thread(const Product *w)
{
#ifdef _OPENMP
    int threads = omp_get_max_threads();
    omp_set_num_threads(1);
    call_blas(w);
    omp_set_num_threads(threads);
#else
    call_blas(w);
#endif
}

/* Rows [begin, end) of C, in slices: rows of A. */
static void multiply_rows(long begin, long end, void *context)
{
    Product w = *(const Product *)context;
    long first = begin * SLICE, last = end * SLICE < w.m ? end * SLICE : w.m;
    w.a.data += first * (w.a.transpose == CblasNoTrans ? w.a.leading : 1);
    w.c += first * w.c_row;
    w.m = last - first;
    call_on_one_thread(&w);
}

/* Columns [begin, end) of C, in slices: columns of B. */
static void multiply_columns(long begin, long end, void *context)
{
    Product w = *(const Product *)context;
    long first = begin * SLICE, last = end * SLICE < w.n ? end * SLICE : w.n;
    w.b.data += first * (w.b.transpose == CblasNoTrans ? 1 : w.b.leading);
    w.c += first;
    w.n = last - first;
    call_on_one_thread(&w);
}

static void check_sizes(const Product *w)
{
    const long sizes[] = {w->m, w->n, w->k, w->a.leading, w->b.leading, w->c_row};
    static const char *const names[] = {
        "m", "n", "k", "the stride of a", "the stride of b", "the stride of c"};
    for (int i = 0; i < 6; i++)
        if (sizes[i] > INT_MAX)
            fail("tensor_matmul: (%ld, %ld) @ (%ld, %ld): %s is %ld, and the BLAS takes at most %d",
                 w->m, w->k, w->k, w->n, names[i], sizes[i], INT_MAX);
}

static void multiply(Product *w)
{
    check_sizes(w);
    quiet_blas();
    bool by_rows = w->m >= w->n;
    long slices = ((by_rows ? w->m : w->n) + SLICE - 1) / SLICE;
    long work = SLICE * (by_rows ? w->n : w->m) * w->k;
    parallel_for(slices, WORK_PER_THREAD / work + 1, by_rows ? multiply_rows : multiply_columns, w);
}

void gemm(long m, long n, long k, real alpha, Matrix a, Matrix b, real beta, real *c, long c_row)
{
    if (m <= 0 || n <= 0)
        return;
    if (k <= 0 || m * n * k < SMALL_WORK) {
        gemm_small(m, n, k, alpha, a, b, beta, c, c_row);
        return;
    }
    Product w = {
        .m = m, .n = n, .k = k, .alpha = alpha, .beta = beta, .c = c, .c_row = larger(c_row, n)};
    Scope *scratch = scope_open();
    if (!as_layout(&w.a, m, k, a))
        w.a = packed(scratch, m, k, a);
    if (!as_layout(&w.b, k, n, b))
        w.b = packed(scratch, k, n, b);
    multiply(&w);
    scope_close(scratch);
}

/* The configuration reads "OpenBLAS 0.3.21 NO_LAPACKE ...": its first two words. */
const char *gemm_backend(void)
{
#if defined(__ELF__)
    static _Thread_local char name[64];
    if (openblas_get_config != NULL) {
        const char *config = openblas_get_config(), *end = strchr(config, ' ');
        end = end ? strchr(end + 1, ' ') : NULL;
        snprintf(name, sizeof name, "%.*s", end ? (int)(end - config) : 60, config);
        return name;
    }
#endif
    return BLAS_NAME;
}

#else /* no BLAS */

void gemm(long m, long n, long k, real alpha, Matrix a, Matrix b, real beta, real *c, long c_row)
{
    bool few_rows =
        m < 4 && b.col == 1; /* each number of B is used so rarely: packing costs more */
    if (m > 0 && n > 0 && (k <= 0 || m * n * k < SMALL_WORK || few_rows))
        gemm_small(m, n, k, alpha, a, b, beta, c, c_row);
    else
        gemm_blocked(m, n, k, alpha, a, b, beta, c, c_row);
}

const char *gemm_backend(void)
{
    return "built-in";
}

#endif
