/* gemm_blocked.c - the fast matrix product: blocks for the caches, panels and strips for the tiles.
 *
 * (Goto and van de Geijn 2008.) A block of B is packed so that it lies in the order of use and fits
 * the second-level cache; A is packed a panel at a time, into the first-level cache:
 *
 *          B block      | strip | strip | strip |    at most GEMM_LAYER deep, BLOCK_COLUMNS wide
 *     A  ----------     |       |       |       |
 *        ---panel--     | tile  | tile  | tile  |    one panel of A goes past all strips
 *
 * Packing is also where strides end: transposed and broadcast inputs cost the same as plain ones.
 * What would be read only a few times is not packed but used where it lies.
 * Invariant: sums are cut at fixed multiples of p, so neither the number of threads nor zeros
 * appended to K show in the result.
 */
#include "gemm_kernel.h"

#define BLOCK_COLUMNS 384L
#define FEW_PANELS 8               /* that read a strip of B where it lies */
#define WORK_PER_THREAD (1L << 17) /* multiplications that are worth a thread */

typedef struct {
    const GemmKernel *kernel;
    GemmTile tile; /* what all tiles of the block share */
    Matrix a, b;   /* their parts in this block */
    long m, columns;
    long width; /* of a strip: two vectors, or one where C is narrow */
    long panels;
    real *packed; /* the strips, or NULL: they are in B */
    bool whole;   /* the last tile is written as wide as its strip was packed */
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

/* ---- strips ---------------------------------------------------------------------------------- */

static long strip_columns(const Block *w, long j)
{
    return smaller(w->width, w->columns - j);
}

/* As it is packed: two vectors wide, or one if that is enough for the last. */
static long strip_width(const Block *w, long j)
{
    return parts(strip_columns(w, j), w->kernel->lanes) * w->kernel->lanes;
}

static void pack_strips(const Block *w)
{
    for (long j = 0; j < w->columns; j += w->width)
        w->kernel->pack(strip_columns(w, j), strip_width(w, j), w->tile.depth,
                        w->b.data + j * w->b.col, w->b.col, w->b.row,
                        w->packed + j * w->tile.depth);
}

/* ---- panels ---------------------------------------------------------------------------------- */

/* Rows [first, last) of A past all strips. */
static void multiply_panel(const Block *w, long first, long last)
{
    _Alignas(64) real packed[GEMM_LARGEST_ROWS * GEMM_LAYER + GEMM_LARGEST_LANES];
    GemmTile t = w->tile;
    const real *a = w->a.data + first * w->a.row;
    long rows = last - first;
    bool as_it_lies = w->a.row == 1 && w->columns <= w->width;
    if (!as_it_lies)
        w->kernel->pack(rows, rows, t.depth, a, w->a.row, w->a.col, packed);
    t.panel = as_it_lies ? a : packed;
    t.panel_step = as_it_lies ? w->a.col : rows;
    for (long j = 0; j < w->columns; j += w->width) {
        t.strip = w->packed != NULL ? w->packed + j * t.depth : w->b.data + j;
        t.strip_step = w->packed != NULL ? strip_width(w, j) : w->b.row;
        t.c = w->tile.c + first * t.c_row + j;
        t.bias = w->tile.bias != NULL ? w->tile.bias + j : NULL;
        w->kernel->tile(&t, (int)rows, (int)(w->whole ? strip_width(w, j) : strip_columns(w, j)));
    }
}

/* The rows are dealt out evenly, so that no panel is a small rest. */
static void multiply_block(const Block *w)
{
    if (w->packed != NULL)
        pack_strips(w);
    for (long i = 0; i < w->panels; i++)
        multiply_panel(w, w->m * i / w->panels, w->m * (i + 1) / w->panels);
}

/* ---- blocks ---------------------------------------------------------------------------------- */

/* C = beta C + bias, and C is not read where beta is 0. */
static void scale(long m, long n, real beta, const real *bias, real *c, long c_row)
{
    for (long i = 0; i < m; i++)
        for (long j = 0; j < n; j++)
            c[i * c_row + j] =
                (beta == 0 ? 0 : beta * c[i * c_row + j]) + (bias != NULL ? bias[j] : 0);
}

typedef struct {
    const GemmKernel *kernel;
    long m, n, k;
    Matrix a, b;
    real alpha, beta;
    const real *bias;
    real *c;
    long c_row;
    GemmCuts cut;
} Product;

/* Layers [p, end) of K, added to the first of them in block->tile.c. */
static void multiply_group(Block *block, const Product *w, long j, long p, long end)
{
    for (; p < end; p += w->cut.layer) {
        block->tile.depth = smaller(w->cut.layer, end - p);
        block->tile.run = gemm_run(w->cut, p);
        block->a = (Matrix){w->a.data + p * w->a.col, w->a.row, w->a.col};
        block->b = (Matrix){w->b.data + p * w->b.row + j * w->b.col, w->b.row, w->b.col};
        multiply_block(block);
        block->tile.beta = 1;
        block->tile.bias = NULL;
    }
}

/* C holds the first group. The others are made beside it, in whole vectors, and added in double. */
static void add_groups(Block block, const Product *w, long j, real *part, double *total)
{
    long row = parts(block.columns, w->kernel->lanes) * w->kernel->lanes;
    real *c = w->c + j;
    for (long i = 0; i < w->m; i++)
        for (long x = 0; x < block.columns; x++)
            total[i * row + x] = (double)c[i * w->c_row + x];
    block.whole = true;
    for (long p = w->cut.group; p < w->k; p += w->cut.group) {
        block.tile = (GemmTile){.alpha = w->alpha, .c = part, .c_row = row};
        multiply_group(&block, w, j, p, smaller(p + w->cut.group, w->k));
        for (long i = 0; i < w->m * row; i++)
            total[i] += (double)part[i];
    }
    for (long i = 0; i < w->m; i++)
        for (long x = 0; x < block.columns; x++)
            c[i * w->c_row + x] = (real)total[i * row + x];
}

static void multiply(const Product *w)
{
    Block block = {.kernel = w->kernel, .width = 2L * w->kernel->lanes, .m = w->m};
    if (w->cut.run < w->cut.layer)
        block.width = w->kernel->lanes;
    block.panels = parts(w->m, w->kernel->rows);
    long columns = parts(parts(w->n, parts(w->n, BLOCK_COLUMNS)), block.width) * block.width;
    bool more = w->k > w->cut.group;
    Scope *scratch = scope_open();
    if (w->b.col != 1 || block.panels > FEW_PANELS || w->n % w->kernel->lanes != 0)
        block.packed = scope_alloc(
            scratch,
            (size_t)(columns * smaller(w->cut.layer, w->k) + w->kernel->lanes) * sizeof(real));
    size_t beside = more ? (size_t)(w->m * columns) : 0;
    real *part = more ? scope_alloc(scratch, beside * sizeof *part) : NULL;
    double *total = more ? scope_alloc(scratch, beside * sizeof *total) : NULL;
    for (long j = 0; j < w->n; j += columns) {
        block.columns = smaller(columns, w->n - j);
        block.tile =
            (GemmTile){.alpha = w->alpha, .beta = w->beta, .c = w->c + j, .c_row = w->c_row};
        block.tile.bias = w->bias != NULL ? w->bias + j : NULL;
        multiply_group(&block, w, j, 0, smaller(w->cut.group, w->k));
        if (more)
            add_groups(block, w, j, part, total);
    }
    scope_close(scratch);
}

/* ---- threads --------------------------------------------------------------------------------- */

/* Each thread makes its own rows or columns of C, whichever there are more of, and packs what it
 * needs: some of that is packed twice, but threads never wait for each other. */
static void multiply_rows(long begin, long end, void *context)
{
    Product w = *(const Product *)context;
    long first = begin * w.kernel->rows, last = smaller(end * w.kernel->rows, w.m);
    w.a.data += first * w.a.row;
    w.c += first * w.c_row;
    w.m = last - first;
    multiply(&w);
}

static void multiply_columns(long begin, long end, void *context)
{
    Product w = *(const Product *)context;
    long strip = 2L * w.kernel->lanes, first = begin * strip, last = smaller(end * strip, w.n);
    w.b.data += first * w.b.col;
    w.bias = w.bias != NULL ? w.bias + first : NULL;
    w.c += first;
    w.n = last - first;
    multiply(&w);
}

void gemm_with(const GemmKernel *kernel, long m, long n, long k, real alpha, Matrix a, Matrix b,
               real beta, const real *bias, real *c, long c_row)
{
    if (m <= 0 || n <= 0)
        return;
    if (k <= 0 || alpha == 0) {
        scale(m, n, beta, bias, c, c_row);
        return;
    }
    Product w = {kernel, m, n, k, a, b, alpha, beta, bias, c, c_row, gemm_cuts(n)};
    bool by_rows = m >= n;
    long units = by_rows ? parts(m, kernel->rows) : parts(n, 2L * kernel->lanes);
    long work = (m * n / units + 1) * k;
    parallel_for(units, WORK_PER_THREAD / work + 1, by_rows ? multiply_rows : multiply_columns, &w);
}

void gemm_blocked(long m, long n, long k, real alpha, Matrix a, Matrix b, real beta, real *c,
                  long c_row)
{
    gemm_with(gemm_kernel(), m, n, k, alpha, a, b, beta, NULL, c, c_row);
}
