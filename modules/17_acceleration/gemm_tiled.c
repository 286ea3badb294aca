/* gemm_tiled.c - small products inside of a large one, so that a piece of B stays near until it is used up.
 *
 * The tile (p, j) of B is used for `tile` rows of C in a row. All of B is fetched once for each tile of rows, not once
 * for each row.
 */
#include "gemm_steps.h"
#include "todo.h"

/* ---- 17.3 ---------------------------------------------------------------------------------------- */

void gemm_tiled(Product x, long tile)
{
    gemm_tiled_check(tile); /* given: tile >= 1 */

    /* TODO: add A B to C as a sum of small products.
     *
     * APPROACH
     *   1. Three loops in steps of `tile`: i over the rows of C, p over the products, j over the columns.
     *   2. In the middle a small product: its A begins at (i, p), its B at (p, j), its C at (i, j). It has `tile` rows,
     *      columns and products, or what is left of them: m, n and k need not be multiples of tile.
     *   3. gemm_ikj (17.2) does it: hand it a copy of x with other m, n, k, a.data, b.data and c.
     *
     * EXAMPLE
     *   m = 5, tile = 2: rows 0 and 1, rows 2 and 3, row 4
     *
     * HINT: Product part = x; then change six members of it. The strides stay. */
    todo("17.3 gemm_tiled");
}
