/* gemm_packed.c - the loops around a micro-tile: blocks of K, micro-panels of A, micro-panels of B.
 *
 * A block of B is packed once and used by all rows of C; a micro-panel of A is packed once and used
 * by all columns.
 */
#include "gemm_steps.h"
#include <string.h>

static long at_most(long size, long left)
{
    return size < left ? size : left;
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
