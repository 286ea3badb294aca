/* gemm_blocked.c - the built-in matrix product on one thread: five loops around a micro-kernel.
 *
 * (Goto and van de Geijn 2008; the words are those of BLIS, Van Zee and van de Geijn 2015.) A block
 * of B is packed so that it lies in the order of use and fits the second-level cache; A is packed a
 * micro-panel at a time, so that MC is MR, into the first-level cache:
 *
 *                       |  NR  |  NR  |  NR  |      micro-panels of B: KC deep, NC wide in all
 *     MR  ----------    |      |      |      |
 *         micro-panel   | tile | tile | tile |      one micro-panel of A goes past all of them
 *
 * Packing is also where strides end: transposed and broadcast inputs cost the same as plain ones.
 * What would be read only a few times is not packed but used where it lies.
 * Invariant: sums are cut at fixed multiples of p, so neither the number of threads nor zeros
 * appended to K show in the result.
 */
#include "gemm_task.h"

#define NC 384L
#define FEW_PANELS 8 /* of A, that read a micro-panel of B where it lies */

/* Some columns of C and at most KC products. */
typedef struct {
    const GemmKernel *kernel;
    MicroTile tile; /* what all micro-tiles of the block share */
    Matrix a, b;    /* their parts in this block */
    long m, n;
    long nr;       /* two vectors, or one where C is narrow */
    long a_panels; /* micro-panels of A */
    real *packed;  /* the micro-panels of B, or NULL: they are in B */
    bool whole;    /* the last micro-tile is written as wide as its micro-panel was packed */
} Block;

static long smaller(long a, long b)
{
    return a < b ? a : b;
}

static long parts(long whole, long part)
{
    return (whole + part - 1) / part;
}

const GemmKernel *gemm_kernel(void)
{
#ifdef GEMM_HAS_VERSIONS
    if (__builtin_cpu_supports("avx512f"))
        return &gemm_avx512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return &gemm_avx2;
#endif
    return &gemm_native;
}

bool gemm_is_tuned(void)
{
    return strcmp(gemm_kernel()->name, "baseline") != 0;
}

static long whole_vectors(const GemmKernel *kernel, long n)
{
    long vector = kernel->nr / 2;
    return parts(n, vector) * vector;
}

/* ---- micro-panels of B ----------------------------------------------------------------------- */

static long panel_columns(const Block *w, long j)
{
    return smaller(w->nr, w->n - j);
}

/* As it is packed: two vectors wide, or one if that is enough for the last. */
static long panel_width(const Block *w, long j)
{
    return whole_vectors(w->kernel, panel_columns(w, j));
}

static void pack_b(const Block *w)
{
    for (long j = 0; j < w->n; j += w->nr)
        w->kernel->pack(panel_columns(w, j), panel_width(w, j), w->tile.k, w->b.data + j * w->b.col,
                        w->b.col, w->b.row, w->packed + j * w->tile.k);
}

/* ---- micro-panels of A ----------------------------------------------------------------------- */

/* Rows [first, last) of A past all micro-panels of B. */
static void multiply_panel(const Block *w, long first, long last)
{
    _Alignas(64) real packed[GEMM_LARGEST_MR * GEMM_KC + GEMM_LARGEST_NR / 2];
    MicroTile t = w->tile;
    const real *a = w->a.data + first * w->a.row;
    long rows = last - first;
    bool as_it_lies = w->a.row == 1 && w->n <= w->nr;
    if (!as_it_lies)
        w->kernel->pack(rows, rows, t.k, a, w->a.row, w->a.col, packed);
    t.a = as_it_lies ? a : packed;
    t.a_step = as_it_lies ? w->a.col : rows;
    for (long j = 0; j < w->n; j += w->nr) {
        t.b = w->packed != NULL ? w->packed + j * t.k : w->b.data + j;
        t.b_step = w->packed != NULL ? panel_width(w, j) : w->b.row;
        t.c = w->tile.c + first * t.c_row + j;
        t.bias = w->tile.bias != NULL ? w->tile.bias + j : NULL;
        w->kernel->micro_kernel(&t, (int)rows,
                                (int)(w->whole ? panel_width(w, j) : panel_columns(w, j)));
    }
}

/* The rows are dealt out evenly, so that no micro-panel is a small rest. */
static void multiply_block(const Block *w)
{
    if (w->packed != NULL)
        pack_b(w);
    for (long i = 0; i < w->a_panels; i++)
        multiply_panel(w, w->m * i / w->a_panels, w->m * (i + 1) / w->a_panels);
}

/* ---- blocks ---------------------------------------------------------------------------------- */

/* Products [p, end), a block of KC after the other, added to block->tile.c. */
static void multiply_group(Block *block, const GemmTask *t, long j, long p, long end)
{
    const Gemm *g = &t->g;
    for (; p < end; p += GEMM_KC) {
        block->tile.k = smaller(GEMM_KC, end - p);
        block->tile.run = gemm_run(t->cut, p);
        block->a = (Matrix){g->a.data + p * g->a.col, g->a.row, g->a.col};
        block->b = (Matrix){g->b.data + p * g->b.row + j * g->b.col, g->b.row, g->b.col};
        multiply_block(block);
        block->tile.beta = 1;
        block->tile.bias = NULL;
    }
}

/* How C is cut, and the scratch memory: bytes for a block of B, or 0 where it is not packed, and
 * for groups of sums beside C, or 0 where there is only one. */
typedef struct {
    long nr, columns; /* of a micro-panel of B, of a block */
    size_t packed, total, part;
} Layout;

static Layout layout(const GemmTask *t)
{
    const Gemm *g = &t->g;
    long vector = t->kernel->nr / 2, nr = t->cut.run < GEMM_KC ? vector : t->kernel->nr;
    Layout l = {.nr = nr, .columns = parts(parts(g->n, parts(g->n, NC)), nr) * nr};
    if (g->b.col != 1 || parts(g->m, t->kernel->mr) > FEW_PANELS || g->n % vector != 0)
        l.packed = (size_t)(l.columns * smaller(GEMM_KC, g->k) + vector) * sizeof(real);
    if (g->k > t->cut.group) {
        l.total = (size_t)(g->m * l.columns) * sizeof(double);
        l.part = (size_t)(g->m * l.columns) * sizeof(real);
    }
    return l;
}

size_t gemm_blocked_scratch(const GemmTask *t)
{
    Layout l = layout(t);
    return l.packed + l.total + l.part;
}

/* C holds the first group. The others are made beside it, in whole vectors, and added in double. */
static void add_groups(Block block, const GemmTask *t, long j, real *part, double *total)
{
    const Gemm *g = &t->g;
    long row = whole_vectors(block.kernel, block.n);
    real *c = g->c.data + j;
    for (long i = 0; i < g->m; i++)
        for (long x = 0; x < block.n; x++)
            total[i * row + x] = (double)c[i * g->c.row + x];
    block.whole = true;
    for (long p = t->cut.group; p < g->k; p += t->cut.group) {
        block.tile = (MicroTile){.alpha = g->alpha, .c = part, .c_row = row};
        multiply_group(&block, t, j, p, smaller(p + t->cut.group, g->k));
        for (long i = 0; i < g->m * row; i++)
            total[i] += (double)part[i];
    }
    for (long i = 0; i < g->m; i++)
        for (long x = 0; x < block.n; x++)
            c[i * g->c.row + x] = (real)total[i * row + x];
}

void gemm_blocked_run(const GemmTask *t)
{
    const Gemm *g = &t->g;
    Layout l = layout(t);
    char *scratch = t->scratch;
    double *total = l.total > 0 ? (double *)(scratch + l.packed) : NULL; /* scratch may be NULL */
    real *part = l.total > 0 ? (real *)(scratch + l.packed + l.total) : NULL;
    Block block = {.kernel = t->kernel, .m = g->m, .nr = l.nr};
    block.a_panels = parts(g->m, t->kernel->mr);
    block.packed = l.packed > 0 ? (real *)scratch : NULL;
    for (long j = 0; j < g->n; j += l.columns) {
        block.n = smaller(l.columns, g->n - j);
        block.tile = (MicroTile){.alpha = g->alpha, .beta = g->beta, .c_row = g->c.row};
        block.tile.c = g->c.data + j;
        block.tile.bias = g->bias != NULL ? g->bias + j : NULL;
        multiply_group(&block, t, j, 0, smaller(t->cut.group, g->k));
        if (l.total > 0)
            add_groups(block, t, j, part, total);
    }
}
