/* gemm_tiled.c - small products inside of a large one, so that a piece of B stays near until it is used up. */
#include "gemm_steps.h"
#include "todo.h"

/* ---- 17.3 ---------------------------------------------------------------------------------------- */

void gemm_tiled(Product x, long tile)
{
    gemm_tiled_check(tile); /* given: tile >= 1 */

    /* TODO: add A B to C as a sum of small products.
     *
     * CONTRACT  of at most `tile` rows, columns and products each; m, n, k need not be
     *           multiples. 17.1 to the last bit.
     * BUDGET    a tile of B serves `tile` rows of C before the next one is fetched.
     * EXAMPLE   m = 5, tile = 2: rows 0 and 1, rows 2 and 3, row 4
     * YOU HAVE  gemm_ikj; Product part = x, a copy with members of its own
     * THINK     a product like x is made of smaller ones like x: which members differ, which
     *           stay? In which order must a number of C meet its tiles of products? */
    todo("17.3 gemm_tiled");
}
