/* gemm_tiled.c - small products inside of a large one, so that a piece of B stays near until it is
 * used up.
 *
 * The tile (p, j) of B is used for `tile` rows of C in a row. All of B is fetched once for each
 * tile of rows, not once for each row.
 */
#include "gemm_steps.h"

static long at_most(long size, long left)
{
    return size < left ? size : left;
}

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
