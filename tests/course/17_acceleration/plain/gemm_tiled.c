/* gemm_tiled.c - three loops over tiles, the products outermost. */
#include "gemm_steps.h"

static long tile_size(long tile, long begin, long all)
{
    if (begin + tile > all)
        return all - begin;
    return tile;
}

void gemm_tiled(Product x, long tile)
{
    gemm_tiled_check(tile);

    for (long p = 0; p < x.k; p += tile)
        for (long j = 0; j < x.n; j += tile)
            for (long i = 0; i < x.m; i += tile) {
                Product part = x;
                part.m = tile_size(tile, i, x.m);
                part.n = tile_size(tile, j, x.n);
                part.k = tile_size(tile, p, x.k);
                part.a.data = x.a.data + i * x.a.row + p * x.a.col;
                part.b.data = x.b.data + p * x.b.row + j * x.b.col;
                part.c = x.c + i * x.c_row + j;
                gemm_ikj(part);
            }
}
