/* gemm.c - every matrix product of the engine, by the steps of gemm_steps.h: packed micro-panels,
 * vectors, threads.
 *
 * The fast twin is tensor/product/gemm.c. Of C = alpha A B + beta C + bias the steps make A B, in
 * scratch memory that starts with zeros; what is left is done here, number by number.
 * Invariant: each number of A B is summed over p upwards, in one piece, so no row knows how many
 * rows there are.
 */
#include <string.h>
#include "gemm_steps.h"
#include "gemm_task.h"

const char *gemm_backend(void)
{
    return "in steps";
}

bool gemm_choose(const char *name)
{
    return name == NULL || strcmp(name, "builtin") == 0;
}

/* Whole lines of the cache, so that what follows begins with one. */
static long sums(const Gemm *g)
{
    return cache_lines(g->m * g->n) * CACHE_LINE;
}

static void finish(const Gemm *g, const real *sum)
{
    for (long i = 0; i < g->m; i++) {
        real *c = g->c.data + i * g->c.row;
        for (long j = 0; j < g->n; j++)
            c[j] = g->alpha * sum[i * g->n + j] + (g->beta == 0 ? 0 : g->beta * c[j]) +
                   (g->bias != NULL ? g->bias[j] : 0);
    }
}

/* scratch: the sums, then what each part packs. */
static void multiply(const Gemm *g, long parts, real *scratch)
{
    Product x = {.m = g->m, .n = g->n, .k = g->k, .a = g->a, .b = g->b};
    x.c = scratch;
    x.c_row = g->n;
    memset(scratch, 0, (size_t)(g->m * g->n) * sizeof *scratch);
    if (g->k > 0 && g->alpha != 0)
        gemm_threads(x, parts, scratch + sums(g));
    finish(g, scratch);
}

/* ---- a part of a loop that runs in parallel -------------------------------------------------- */

GemmTask gemm_task(const Gemm *g)
{
    return (GemmTask){.g = *g, .cut = gemm_cuts(g->n), .kernel = gemm_kernel()};
}

size_t gemm_task_scratch(const GemmTask *t)
{
    return (size_t)(sums(&t->g) + gemm_packed_scratch(t->g.n)) * sizeof(real);
}

void gemm_task_run(const GemmTask *t)
{
    multiply(&t->g, 1, t->scratch);
}

/* ---- on all threads -------------------------------------------------------------------------- */

int64_t gemm_work(const Gemm *g)
{
    return (int64_t)g->m * g->n * g->k / 8 + 1;
}

void gemm(const Gemm *g)
{
    if (g->m <= 0 || g->n <= 0)
        return;
    if (g->c.col != 1 && g->n > 1)
        fail("gemm: the columns of C are %ld elements apart, expected 1. hint: C^T = B^T A^T",
             g->c.col);
    long panels = (g->m + STEP_MR - 1) / STEP_MR;
    long parts = parallel_threads(panels, gemm_work(g) / panels + 1);
    Scope *scope = scope_open();
    long numbers = sums(g) + parts * gemm_packed_scratch(g->n);
    multiply(g, parts, scope_alloc(scope, (size_t)numbers * sizeof(real)));
    scope_close(scope);
}

void gemm_with(const GemmKernel *kernel, const Gemm *g, bool few_rows)
{
    (void)kernel;
    (void)few_rows;
    gemm(g);
}
