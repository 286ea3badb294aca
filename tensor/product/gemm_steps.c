/* gemm_steps.c - one matrix product in eight steps: three loops, another order, tiles, blocks
 * for a given cache, packed micro-panels, a micro-tile, vectors, threads.
 */
#include <math.h>
#include <string.h>
#include "gemm_steps.h"
#include "vector.h"

/* ---- three loops in two orders --------------------------------------------------------------- */

/* The same 2 m n k operations, other neighbours. ijk goes down a column of B for each number of C;
 * ikj goes along a row of B and a row of C, and vectors of neighbours are what a machine is made
 * for. The order of the sums is the same. */
EXERCISE
void gemm_ijk(Product x)
{
    for (long i = 0; i < x.m; i++)
        for (long j = 0; j < x.n; j++) {
            real sum = x.c[i * x.c_row + j];
            for (long p = 0; p < x.k; p++)
                sum += READ(x.a.data[i * x.a.row + p * x.a.col]) *
                       READ(x.b.data[p * x.b.row + j * x.b.col]);
            x.c[i * x.c_row + j] = sum;
        }
}

EXERCISE
void gemm_ikj(Product x)
{
    for (long i = 0; i < x.m; i++)
        for (long p = 0; p < x.k; p++) {
            const real a = READ(x.a.data[i * x.a.row + p * x.a.col]);
            const real *b = x.b.data + p * x.b.row;
            real *c = x.c + i * x.c_row;
            for (long j = 0; j < x.n; j++)
                c[j] += a * READ(b[j * x.b.col]);
        }
}

/* ---- tiles: a piece of B stays near until it is used up -------------------------------------- */

static long at_most(long size, long left)
{
    return size < left ? size : left;
}

void gemm_tiled_check(long tile)
{
    if (tile < 1)
        fail("gemm_tiled: tiles of %ld rows, expected at least 1", tile);
}

/* The tile (p, j) of B is used for `tile` rows of C in a row. All of B is fetched once for each
 * tile of rows, not once for each row. */
EXERCISE
void gemm_tiled(Product x, long tile)
{
    gemm_tiled_check(tile);
    for (long i = 0; i < x.m; i += tile)
        for (long p = 0; p < x.k; p += tile)
            for (long j = 0; j < x.n; j += tile) {
                Product part = x;
                part.m = at_most(tile, x.m - i);
                part.n = at_most(tile, x.n - j);
                part.k = at_most(tile, x.k - p);
                part.a.data += i * x.a.row + p * x.a.col;
                part.b.data += p * x.b.row + j * x.b.col;
                part.c += i * x.c_row + j;
                gemm_ikj(part);
            }
}

/* ---- blocks for a given cache: one stays, the other comes by --------------------------------- */

void gemm_fitted_check(long lines, long width)
{
    if (lines < 3 || width < 1)
        fail("gemm_fitted: a cache of %ld lines of %ld numbers, expected at least 3 of at least 1",
             lines, width);
}

/* m rows of A from i on, n columns of B from j on, k products from p on; fewer at the edges. */
static Product part_of(Product x, long i, long j, long p, long m, long n, long k)
{
    return (Product){.m = at_most(m, x.m - i),
                     .n = at_most(n, x.n - j),
                     .k = at_most(k, x.k - p),
                     .a = {&x.a.data[i * x.a.row + p * x.a.col], x.a.row, x.a.col},
                     .b = {&x.b.data[p * x.b.row + j * x.b.col], x.b.row, x.b.col},
                     .c = &x.c[i * x.c_row + j],
                     .c_row = x.c_row};
}

/* A block of a line's width fills a line with each of its rows. All lines but two hold a block of
 * A, while B comes by line after line, or one of B, while A does. Whichever stays is fetched once,
 * the other one once for each block, of lines - 2 rows of A, or columns of B (rounded down to whole
 * lines): so the shorter sum decides. */
EXERCISE
void gemm_fitted(Product x, long lines, long width)
{
    gemm_fitted_check(lines, width);
    const long rows = lines - 2, columns = rows < width ? rows : rows / width * width;
    const double a_stays = (double)x.m + (double)x.n * ceil((double)x.m / (double)rows);
    const double b_stays = (double)x.n + (double)x.m * ceil((double)x.n / (double)columns);
    if (a_stays < b_stays) {
        for (long i = 0; i < x.m; i += rows)
            for (long p = 0; p < x.k; p += width)
                for (long j = 0; j < x.n; j += width)
                    for (long q = p; q < p + width && q < x.k; q++)
                        gemm_ikj(part_of(x, i, j, q, rows, width, 1));
    } else {
        for (long j = 0; j < x.n; j += columns)
            for (long p = 0; p < x.k; p += width)
                for (long i = 0; i < x.m; i++)
                    for (long q = p; q < p + width && q < x.k; q++)
                        gemm_ikj(part_of(x, i, j, q, 1, columns, 1));
    }
}

/* ---- a micro-panel: numbers in the order in which they will be used -------------------------- */

/* Strides end here: afterwards every step p finds its numbers side by side, behind those of the
 * step before. */
void pack_panel(real *panel, long width, Matrix x, long count, long k)
{
    for (long p = 0; p < k; p++)
        for (long i = 0; i < width; i++)
            panel[p * width + i] = i < count ? READ(x.data[i * x.row + p * x.col]) : 0;
}

/* ---- a micro-tile: sums that stay where they are until they are finished --------------------- */

/* A step takes STEP_MR numbers of A and STEP_NR of B, and makes STEP_MR * STEP_NR products. */
void micro_tile(long k, const real *a, const real *b, real *c, long c_row)
{
    real sum[STEP_MR][STEP_NR];
    for (long i = 0; i < STEP_MR; i++)
        for (long j = 0; j < STEP_NR; j++)
            sum[i][j] = c[i * c_row + j];
    for (long p = 0; p < k; p++)
        for (long i = 0; i < STEP_MR; i++)
            for (long j = 0; j < STEP_NR; j++)
                sum[i][j] += a[p * STEP_MR + i] * b[p * STEP_NR + j];
    for (long i = 0; i < STEP_MR; i++)
        for (long j = 0; j < STEP_NR; j++)
            c[i * c_row + j] = sum[i][j];
}

/* With vectors: LANES sums in one register, and one instruction for all of them. Two vectors of
 * columns at a time: 2 STEP_MR sums, two vectors of B and one number of A fill 15 registers, and
 * any machine with vectors has 16. */
EXERCISE
void vector_tile(long k, const real *a, const real *b, real *c, long c_row)
{
    for (long j = 0; j < STEP_NR; j += 2 * LANES) {
        Vector sum[STEP_MR][2];
        UNROLL
        for (long i = 0; i < STEP_MR; i++) {
            sum[i][0] = load(c + i * c_row + j);
            sum[i][1] = load(c + i * c_row + j + LANES);
        }
        for (long p = 0; p < k; p++) {
            Vector left = load(b + p * STEP_NR + j), right = load(b + p * STEP_NR + j + LANES);
            UNROLL
            for (long i = 0; i < STEP_MR; i++) {
                sum[i][0] += a[p * STEP_MR + i] * left;
                sum[i][1] += a[p * STEP_MR + i] * right;
            }
        }
        UNROLL
        for (long i = 0; i < STEP_MR; i++) {
            store(c + i * c_row + j, sum[i][0]);
            store(c + i * c_row + j + LANES, sum[i][1]);
        }
    }
}

/* ---- the loops around it --------------------------------------------------------------------- */

long gemm_packed_scratch(long n)
{
    long panels = (n + STEP_NR - 1) / STEP_NR;
    return STEP_KC * (STEP_MR + panels * STEP_NR);
}

/* One that sticks out of C: what exists is carried over to a whole one, and back. */
static void tile_at_the_edge(MicroProduct *tile, long k, const real *a, const real *b, real *c,
                             long c_row, long rows, long columns)
{
    real beside[STEP_MR * STEP_NR] = {0};
    for (long i = 0; i < rows; i++)
        memcpy(beside + i * STEP_NR, c + i * c_row, (size_t)columns * sizeof *c);
    tile(k, a, b, beside, STEP_NR);
    for (long i = 0; i < rows; i++)
        memcpy(c + i * c_row, beside + i * STEP_NR, (size_t)columns * sizeof *c);
}

/* Of a block of K, B is packed, all of it, in panels of STEP_NR columns, once for all rows of C;
 * then A, a panel of STEP_MR rows at a time, each of which goes past all panels of B. A micro-tile
 * that sticks out of C is made beside it. */
EXERCISE
void gemm_packed(Product x, MicroProduct *tile, real *scratch)
{
    real *a_panel = scratch, *b_panels = scratch + STEP_KC * STEP_MR;
    for (long p = 0; p < x.k; p += STEP_KC) {
        long depth = at_most(STEP_KC, x.k - p);
        for (long j = 0; j < x.n; j += STEP_NR) {
            Matrix b = {x.b.data + p * x.b.row + j * x.b.col, x.b.col, x.b.row};
            pack_panel(b_panels + j * depth, STEP_NR, b, at_most(STEP_NR, x.n - j), depth);
        }
        for (long i = 0; i < x.m; i += STEP_MR) {
            long rows = at_most(STEP_MR, x.m - i);
            Matrix a = {x.a.data + i * x.a.row + p * x.a.col, x.a.row, x.a.col};
            pack_panel(a_panel, STEP_MR, a, rows, depth);
            for (long j = 0; j < x.n; j += STEP_NR) {
                real *c = x.c + i * x.c_row + j;
                long columns = at_most(STEP_NR, x.n - j);
                if (rows == STEP_MR && columns == STEP_NR)
                    tile(depth, a_panel, b_panels + j * depth, c, x.c_row);
                else
                    tile_at_the_edge(tile, depth, a_panel, b_panels + j * depth, c, x.c_row, rows,
                                     columns);
            }
        }
    }
}

/* ---- rows of C for each thread, so that nobody waits and no sum is cut ----------------------- */

/* Each part packs B for itself: some work is done twice, but nothing is shared that anybody
 * writes. */
typedef struct {
    Product whole;
    long parts, panels; /* micro-panels of A */
    real *scratch;
} Work;

static void multiply_parts(long begin, long end, void *context)
{
    const Work *w = context;
    for (long t = begin; t < end; t++) {
        Product part = w->whole;
        long first = w->panels * t / w->parts * STEP_MR;
        long last = w->panels * (t + 1) / w->parts * STEP_MR;
        if (last > part.m)
            last = part.m;
        part.m = last - first;
        part.a.data += first * part.a.row;
        part.c += first * part.c_row;
        if (part.m > 0)
            gemm_packed(part, vector_tile, w->scratch + t * gemm_packed_scratch(part.n));
    }
}

void gemm_threads_check(long parts)
{
    if (parts < 1)
        fail("gemm_threads: %ld parts, expected at least 1. hint: one thread is one part", parts);
}

EXERCISE
void gemm_threads(Product x, long parts, real *scratch)
{
    gemm_threads_check(parts);
    Work w = {.whole = x, .parts = parts, .scratch = scratch};
    w.panels = (x.m + STEP_MR - 1) / STEP_MR;
    parallel_for(parts, WORTH_A_THREAD, multiply_parts, &w);
}
