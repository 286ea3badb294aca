/* course_products.c - two products as libraries: the steps of gemm_steps.h, and three loops
 * (gemm_plain).
 *
 * KINDLING_GEMM=steps|plain chooses them. Both take every product, however small, and the rows of
 * neither know how many rows there are.
 */
#include <string.h>
#include "gemm_steps.h"
#include "gemm_task.h"

static Matrix as_matrix(Operand o)
{
    return o.transposed ? (Matrix){(real *)o.data, 1, o.leading}
                        : (Matrix){(real *)o.data, o.leading, 1};
}

/* ---- three loops ----------------------------------------------------------------------------- */

static void multiply_plainly(const Gemm *g, Operand a, Operand b, real *scratch)
{
    (void)scratch;
    gemm_plain(g->m, g->n, g->k, g->alpha, as_matrix(a), as_matrix(b), g->beta, g->c.data,
               g->c.row);
}

const GemmLibrary *plain_library(void)
{
    static const GemmLibrary library = {
        .name = "gemm_plain of module 01", .multiply = multiply_plainly, .every_size = true};
    return &library;
}

/* ---- in steps -------------------------------------------------------------------------------- */

/* Whole lines of the cache, so that what follows begins with one. */
static long sums(const Gemm *g)
{
    return cache_lines(g->m * g->n) * CACHE_LINE;
}

/* The sums, then what the steps pack. */
static size_t scratch_of_steps(const Gemm *g)
{
    return (size_t)(sums(g) + gemm_packed_scratch(g->n)) * sizeof(real);
}

/* The steps add A B to what is there: to zeros here, and the rest is done number by number. */
static void multiply_in_steps(const Gemm *g, Operand a, Operand b, real *scratch)
{
    Product x = {g->m, g->n, g->k, as_matrix(a), as_matrix(b), .c = scratch, .c_row = g->n};
    memset(scratch, 0, (size_t)(g->m * g->n) * sizeof *scratch);
    gemm_threads(x, 1, scratch + sums(g));
    for (long i = 0; i < g->m; i++) {
        real *c = g->c.data + i * g->c.row;
        for (long j = 0; j < g->n; j++)
            c[j] = g->alpha * scratch[i * g->n + j] + (g->beta == 0 ? 0 : g->beta * c[j]);
    }
}

const GemmLibrary *steps_library(void)
{
    static const GemmLibrary library = {.name = "in steps",
                                        .multiply = multiply_in_steps,
                                        .scratch = scratch_of_steps,
                                        .every_size = true};
    return &library;
}
