/* gemm_library.c - a product through a library, on one thread: what strides mean to it.
 *
 * A library knows two layouts, rows of neighbours and columns of neighbours, and reads the second
 * as a transposed matrix. Strides say which one a matrix has; anything else is packed first.
 * Invariant: the library runs on one thread, and threads share C by rows or columns (gemm.c), so
 * that it does not matter which threads the library was built with.
 */
#include "gemm_task.h"

/* ---- layouts -------------------------------------------------------------------------------- */

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

/* Strides that are neither, or that repeat elements: a copy with plain rows, in *scratch. */
static Operand operand(real **scratch, long rows, long columns, Matrix x)
{
    Operand o;
    if (as_operand(&o, rows, columns, x))
        return o;
    real *copy = *scratch;
    for (long i = 0; i < rows; i++)
        for (long j = 0; j < columns; j++)
            copy[i * columns + j] = x.data[i * x.row + j * x.col];
    *scratch += rows * columns;
    return (Operand){.data = copy, .leading = columns};
}

size_t gemm_library_scratch(const GemmTask *t)
{
    const Gemm *g = &t->g;
    Operand o;
    long numbers = as_operand(&o, g->m, g->k, g->a) ? 0 : g->m * g->k;
    if (!as_operand(&o, g->k, g->n, g->b))
        numbers += g->k * g->n;
    return (size_t)numbers * sizeof(real) + (t->library->scratch ? t->library->scratch(g) : 0);
}

/* A packed operand has the sizes of the matrix, a plain one its stride. */
void gemm_library_check(const Gemm *g)
{
    Operand a = {.leading = g->k}, b = {.leading = g->n};
    as_operand(&a, g->m, g->k, g->a);
    as_operand(&b, g->k, g->n, g->b);
    const long sizes[] = {g->m, g->n, g->k, a.leading, b.leading, g->c.row};
    static const char *const names[] = {
        "m", "n", "k", "the stride of a", "the stride of b", "the stride of c"};
    for (int i = 0; i < 6; i++)
        if (sizes[i] > INT_MAX)
            fail("tensor_matmul: (%ld, %ld) @ (%ld, %ld): %s is %ld, and the BLAS takes at most %d",
                 g->m, g->k, g->k, g->n, names[i], sizes[i], INT_MAX);
}

/* ---- the call -------------------------------------------------------------------------------- */

/* A library built on OpenMP asks it each time how many threads there are: it has to hear 1. */
static void call_on_one_thread(const GemmLibrary *library, const Gemm *g, Operand a, Operand b,
                               real *scratch)
{
    bool asks = library->get_threads != NULL && library->set_threads != NULL;
    int threads = asks ? library->get_threads() : 1;
    if (asks)
        library->set_threads(1);
    library->multiply(g, a, b, scratch);
    if (asks)
        library->set_threads(threads);
}

void gemm_library_run(const GemmTask *t)
{
    real *scratch = t->scratch;
    Gemm g = t->g;
    if (g.c.row < g.n) /* of one row */
        g.c.row = g.n;
    Operand a = operand(&scratch, g.m, g.k, g.a), b = operand(&scratch, g.k, g.n, g.b);
    call_on_one_thread(t->library, &g, a, b, scratch);
}
