/* gemm_library.c - a product through a library: what strides mean to it, and who does which rows.
 *
 * A library knows two layouts, rows of neighbours and columns of neighbours, and reads the second
 * as a transposed matrix. Strides say which one a matrix has; anything else is packed first.
 * Invariant: the library runs on one thread, and threads share C by rows or columns here, so that
 * it does not matter which threads the library was built with.
 */
#include <limits.h>
#include "gemm_library.h"
#ifdef _OPENMP
#include <omp.h>
#endif

#define WORK_PER_THREAD (1L << 18) /* multiplications that are worth a thread */
#define SLICE 48                   /* rows or columns that threads take at a time */

/* ---- layouts -------------------------------------------------------------------------------- */

static long larger(long a, long b)
{
    return a > b ? a : b;
}

/* Along an axis of size 1 a stride means nothing. */
static bool as_operand(Operand *o, long rows, long columns, Matrix x)
{
    o->data = x.data;
    if ((x.col == 1 || columns == 1) && (x.row >= columns || rows == 1)) {
        o->transposed = false;
        o->leading = rows == 1 ? columns : x.row;
        return true;
    }
    if ((x.row == 1 || rows == 1) && (x.col >= rows || columns == 1)) {
        o->transposed = true;
        o->leading = columns == 1 ? rows : x.col;
        return true;
    }
    return false;
}

/* Strides that are neither, or that repeat elements: a copy with plain rows. */
static Operand packed(Scope *scratch, long rows, long columns, Matrix x)
{
    real *copy = scope_alloc(scratch, (size_t)(rows * columns) * sizeof(real));
    for (long i = 0; i < rows; i++)
        for (long j = 0; j < columns; j++)
            copy[i * columns + j] = x.data[i * x.row + j * x.col];
    return (Operand){.data = copy, .leading = columns};
}

/* ---- threads --------------------------------------------------------------------------------- */

typedef struct {
    Product product;
    const GemmLibrary *library;
} Call;

/* A library built on OpenMP asks it each time how many threads there are: it has to hear 1. */
static void call_on_one_thread(const Call *w)
{
#ifdef _OPENMP
    int threads = omp_get_max_threads();
    omp_set_num_threads(1);
    w->library->multiply(&w->product);
    omp_set_num_threads(threads);
#else
    w->library->multiply(&w->product);
#endif
}

/* Rows [begin, end) of C, in slices: rows of A. */
static void multiply_rows(long begin, long end, void *context)
{
    Call call = *(const Call *)context;
    Product *w = &call.product;
    long first = begin * SLICE, last = end * SLICE < w->m ? end * SLICE : w->m;
    w->a.data += first * (w->a.transposed ? 1 : w->a.leading);
    w->c += first * w->c_row;
    w->m = last - first;
    call_on_one_thread(&call);
}

/* Columns [begin, end) of C, in slices: columns of B. */
static void multiply_columns(long begin, long end, void *context)
{
    Call call = *(const Call *)context;
    Product *w = &call.product;
    long first = begin * SLICE, last = end * SLICE < w->n ? end * SLICE : w->n;
    w->b.data += first * (w->b.transposed ? w->b.leading : 1);
    w->c += first;
    w->n = last - first;
    call_on_one_thread(&call);
}

/* ---- the call -------------------------------------------------------------------------------- */

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

void gemm_by_library(const GemmLibrary *library, long m, long n, long k, real alpha, Matrix a,
                     Matrix b, real beta, real *c, long c_row)
{
    Call call = {.library = library,
                 .product = {.m = m, .n = n, .k = k, .alpha = alpha, .beta = beta, .c = c}};
    Product *w = &call.product;
    w->c_row = larger(c_row, n);
    Scope *scratch = scope_open();
    if (!as_operand(&w->a, m, k, a))
        w->a = packed(scratch, m, k, a);
    if (!as_operand(&w->b, k, n, b))
        w->b = packed(scratch, k, n, b);
    check_sizes(w);
    bool by_rows = m >= n;
    long slices = ((by_rows ? m : n) + SLICE - 1) / SLICE, work = SLICE * (by_rows ? n : m) * k;
    parallel_for(slices, WORK_PER_THREAD / work + 1, by_rows ? multiply_rows : multiply_columns,
                 &call);
    scope_close(scratch);
}
