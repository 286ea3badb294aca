/* gemm.c - the product of two matrices, C = alpha A B + beta C + bias: who computes it, on which
 * threads.
 *
 * KINDLING_GEMM=builtin|blas|onednn says who, or a product of the course's, steps|plain; without it
 * gemm_rule.c does.
 * A thread makes rows or columns of C, never a part of a sum.
 * Invariant: nothing is measured. A measurement can choose differently from one run to the next,
 * and another kernel adds in another order: the same seed would not give the same bits.
 */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "gemm_task.h"

#define SMALL_WORK 128   /* multiplications below which a call costs more than the work */
#define FEW_ROWS 4       /* below, each number of B is used so rarely that packing costs more */
#define SLICE 48L        /* rows or columns that threads take at a time from a library's product, */
#define SLICE_OF_ROW 64L /* columns of one that is made row by row */

/* ---- who computes it ------------------------------------------------------------------------- */

static const GemmLibrary *_Atomic chosen_library; /* NULL: built in */
static atomic_bool chosen;

static const struct {
    const char *name;
    const GemmLibrary *(*library)(void);
} named[] = {{"blas", blas_library},
             {"onednn", onednn_library},
             {"steps", steps_library},
             {"plain", plain_library}};

bool gemm_choose(const char *name)
{
    const GemmLibrary *wanted = name == NULL ? gemm_rule() : NULL;
    if (name != NULL && strcmp(name, "builtin") != 0) {
        for (size_t i = 0; i < sizeof named / sizeof *named; i++)
            if (strcmp(name, named[i].name) == 0)
                wanted = named[i].library();
        if (wanted == NULL)
            return false;
    }
    chosen_library = wanted;
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
    return chosen_library;
}

const char *gemm_backend(void)
{
    static _Thread_local char name[48];
    if (backend() != NULL)
        return backend()->name;
    if (!gemm_is_tuned())
        return "built-in";
    snprintf(name, sizeof name, "built-in %s", gemm_kernel()->name);
    return name;
}

/* ---- one thread's part ----------------------------------------------------------------------- */

GemmTask gemm_task(const Gemm *g)
{
    bool tiny = g->m * g->n * g->k < SMALL_WORK;
    GemmTask t = {.g = *g, .cut = gemm_cuts(g->n), .kernel = gemm_kernel()};
    t.library = backend();
    if (tiny && t.library != NULL && !t.library->every_size)
        t.library = NULL;
    t.few_rows =
        tiny || (g->m < FEW_ROWS && g->b.col == 1) || (g->m == 1 && g->b.row == 1 && g->a.col == 1);
    if (t.library != NULL)
        gemm_library_check(g);
    return t;
}

size_t gemm_task_scratch(const GemmTask *t)
{
    if (t->library != NULL)
        return gemm_library_scratch(t);
    return t->few_rows ? gemm_few_rows_scratch(t->g.n) : gemm_blocked_scratch(t);
}

/* C = beta C + bias, and C is not read where beta is 0. */
static void scale(const Gemm *g)
{
    for (long i = 0; i < g->m; i++) {
        real *c = g->c.data + i * g->c.row;
        for (long j = 0; j < g->n; j++)
            c[j] = (g->beta == 0 ? 0 : g->beta * c[j]) + (g->bias != NULL ? g->bias[j] : 0);
    }
}

/* A library cannot add the bias as it writes, so every row starts with it. */
static void run_library(const GemmTask *t)
{
    GemmTask biased = *t;
    if (t->g.bias != NULL) {
        scale(&t->g);
        biased.g.beta = 1;
    }
    gemm_library_run(&biased);
}

void gemm_task_run(const GemmTask *t)
{
    if (t->g.k <= 0 || t->g.alpha == 0)
        scale(&t->g);
    else if (t->library != NULL)
        run_library(t);
    else if (t->few_rows)
        t->kernel->few_rows(&t->g, t->cut, t->scratch);
    else
        gemm_blocked_run(t);
}

/* ---- all threads ----------------------------------------------------------------------------- */

int64_t gemm_work(const Gemm *g)
{
    return (int64_t)g->m * g->n * g->k / 8 + 1;
}

/* How a product is cut into parts: into rows or columns, whichever there are more of, and not
 * within a unit of them. */
typedef struct {
    bool by_rows;
    long size, unit, units;
} Shares;

static Shares shares(const GemmTask *t)
{
    const Gemm *g = &t->g;
    bool in_blocks = t->library == NULL && !t->few_rows;
    Shares s = {.by_rows = g->m >= g->n, .unit = SLICE};
    if (t->library == NULL && t->few_rows)
        s = (Shares){.by_rows = false, .unit = SLICE_OF_ROW};
    else if (in_blocks)
        s.unit = s.by_rows ? t->kernel->mr : t->kernel->nr;
    s.size = s.by_rows ? g->m : g->n;
    s.units = (s.size + s.unit - 1) / s.unit;
    return s;
}

/* Rows or columns [first, last). */
static Gemm part_of(const Gemm *g, bool by_rows, long first, long last)
{
    Gemm part = *g;
    if (by_rows) {
        part.m = last - first;
        part.a.data += first * g->a.row;
        part.c.data += first * g->c.row;
        return part;
    }
    part.n = last - first;
    part.b.data += first * g->b.col;
    part.c.data += first;
    part.bias = g->bias != NULL ? g->bias + first : NULL;
    return part;
}

static void run_parts(long begin, long end, void *context)
{
    const GemmTask *part = context;
    for (long i = begin; i < end; i++)
        gemm_task_run(&part[i]);
}

static void run_alone(GemmTask *whole)
{
    size_t bytes = gemm_task_scratch(whole);
    Scope *scope = bytes > 0 ? scope_open() : NULL;
    if (bytes > 0)
        whole->scratch = scope_alloc(scope, bytes);
    gemm_task_run(whole);
    if (bytes > 0)
        scope_close(scope);
}

/* Each thread packs what it needs: some of that is packed twice, but threads never wait for each
 * other. */
static void share_out(const GemmTask *whole, const Shares *s, long parts)
{
    Scope *scope = scope_open();
    GemmTask *part = scope_alloc(scope, (size_t)parts * sizeof *part);
    for (long i = 0; i < parts; i++) {
        long first = s->units * i / parts * s->unit, last = s->units * (i + 1) / parts * s->unit;
        part[i] = *whole;
        part[i].g = part_of(&whole->g, s->by_rows, first, last < s->size ? last : s->size);
        part[i].scratch = scope_alloc(scope, gemm_task_scratch(&part[i]));
    }
    parallel_for(parts, WORTH_A_THREAD, run_parts, part);
    scope_close(scope);
}

static void multiply(GemmTask *t)
{
    const Gemm *g = &t->g;
    if (g->m <= 0 || g->n <= 0)
        return;
    if (g->c.col != 1 && g->n > 1)
        fail("gemm: the columns of C are %ld elements apart, expected 1. hint: C^T = B^T A^T",
             g->c.col);
    Shares s = shares(t);
    long parts = parallel_threads(s.units, gemm_work(g) / s.units + 1);
    if (parts == 1)
        run_alone(t);
    else
        share_out(t, &s, parts);
}

void gemm(const Gemm *g)
{
    GemmTask t = gemm_task(g);
    multiply(&t);
}

void gemm_with(const GemmKernel *kernel, const Gemm *g, bool few_rows)
{
    multiply(&(GemmTask){.g = *g, .cut = gemm_cuts(g->n), .kernel = kernel, .few_rows = few_rows});
}

void gemm_by_library(const GemmLibrary *library, const Gemm *g)
{
    gemm_library_check(g);
    multiply(&(GemmTask){.g = *g, .cut = gemm_cuts(g->n), .library = library});
}
