/* gemm_packed.c - the loops around a micro-tile: blocks of K, micro-panels of A, micro-panels of B.
 *
 * A block of B is packed once and used by all rows of C; a micro-panel of A is packed once and used by all columns.
 */
#include "gemm_steps.h"
#include "todo.h"

/* ---- 17.6 ---------------------------------------------------------------------------------------- */

void gemm_packed(Product x, MicroProduct *tile, real *scratch)
{
    /* TODO: add A B to C with packed micro-panels.
     *
     * APPROACH
     *   1. The panel of A lies at scratch and has room for STEP_KC * STEP_MR numbers; behind it lie the panels of B.
     *   2. p goes over K in blocks of STEP_KC; the last may be shorter: depth = min(STEP_KC, k - p).
     *   3. Pack the block of B, STEP_NR columns at a time (pack_panel, 17.4): panel j / STEP_NR begins j * depth numbers
     *      behind the first. Of B the columns become rows: (Matrix){x.b.data + ..., x.b.col, x.b.row}.
     *   4. For i in steps of STEP_MR: pack that panel of A; for j in steps of STEP_NR: tile(depth, a, b, c, c_row).
     *   5. A micro-tile that would stick out of C, below or at the right, is made beside it: an array of STEP_MR *
     *      STEP_NR numbers gets what exists of C, tile works on that, and what exists is copied back.
     *
     * EXAMPLE
     *   m = 8, n = 40: micro-tiles begin at rows 0 and 6, columns 0 and 32. One is whole, three stick out.
     *
     * HINT: four loops, and those that copy at the edge; each pack_panel stands inside of as few as possible. */
    todo("17.6 gemm_packed");
}
