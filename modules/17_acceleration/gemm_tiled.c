/* gemm_tiled.c - small products inside of a large one, of pieces that a cache has room for. */
#include "gemm_steps.h"
#include "todo.h"

/* ---- 17.2 ---------------------------------------------------------------------------------------- */

void gemm_tiled(Product x, long tile)
{
    gemm_tiled_check(tile); /* given: tile >= 1 */

    /* TODO: add A B to C as a sum of small products. In which order they come is your decision.
     *
     * CONTRACT  of at most `tile` rows, columns and products each; m, n, k need not be
     *           multiples. 17.1 to the last bit.
     * BUDGET    (lines that READ fetches, for A and B that lie row by row, and a cache that has
     *           room for a tile of each) any right product: 8 points. Each line of B is fetched
     *           no more than twice for each `tile` rows of C, of A no more than twice for each
     *           `tile` columns: 3 more. Of the two one is fetched once in all, and the other as
     *           before: the last 4.
     * EXAMPLE   m = 5, tile = 2: rows 0 and 1, rows 2 and 3, row 4
     * YOU HAVE  gemm_ikj; Product part = x, a copy with members of its own
     * THINK     which members of a small product differ from those of x? Two small products that
     *           follow each other: what may they have in common? Which sequences keep the bits? */
    todo("17.2 gemm_tiled");
}
