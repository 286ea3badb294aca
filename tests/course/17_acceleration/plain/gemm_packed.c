/* gemm_packed.c - of each block of K all of B is packed, then panel after panel of A comes by. */
#include "gemm_steps.h"

static long smaller(long a, long b)
{
    return a < b ? a : b;
}

static void pack_block_of_b(real *panels, Product x, long first, long depth)
{
    for (long j = 0; j < x.n; j += STEP_NR) {
        long columns = smaller(STEP_NR, x.n - j);
        Matrix b = {x.b.data + first * x.b.row + j * x.b.col, x.b.col, x.b.row};
        pack_panel(panels + j / STEP_NR * depth * STEP_NR, STEP_NR, b, columns, depth);
    }
}

/* Of a micro-tile at the edge only rows x columns exist. */
static void tile_at_edge(MicroProduct *tile, long depth, const real *a, const real *b, real *c,
                         long c_row, long rows, long columns)
{
    real whole[STEP_MR * STEP_NR];
    for (long e = 0; e < STEP_MR * STEP_NR; e++)
        whole[e] = 0;
    for (long i = 0; i < rows; i++)
        for (long j = 0; j < columns; j++)
            whole[i * STEP_NR + j] = c[i * c_row + j];
    tile(depth, a, b, whole, STEP_NR);
    for (long i = 0; i < rows; i++)
        for (long j = 0; j < columns; j++)
            c[i * c_row + j] = whole[i * STEP_NR + j];
}

void gemm_packed(Product x, MicroProduct *tile, real *scratch)
{
    real *panel_of_a = scratch;
    real *panels_of_b = scratch + STEP_KC * STEP_MR;
    for (long first = 0; first < x.k; first += STEP_KC) {
        long depth = smaller(STEP_KC, x.k - first);
        pack_block_of_b(panels_of_b, x, first, depth);
        for (long i = 0; i < x.m; i += STEP_MR) {
            long rows = smaller(STEP_MR, x.m - i);
            Matrix a = {x.a.data + i * x.a.row + first * x.a.col, x.a.row, x.a.col};
            pack_panel(panel_of_a, STEP_MR, a, rows, depth);
            for (long j = 0; j < x.n; j += STEP_NR) {
                long columns = smaller(STEP_NR, x.n - j);
                const real *b = panels_of_b + j / STEP_NR * depth * STEP_NR;
                real *c = x.c + i * x.c_row + j;
                if (rows == STEP_MR && columns == STEP_NR)
                    tile(depth, panel_of_a, b, c, x.c_row);
                else
                    tile_at_edge(tile, depth, panel_of_a, b, c, x.c_row, rows, columns);
            }
        }
    }
}
