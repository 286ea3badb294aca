/* pack_panel.c - a micro-panel: numbers in the order in which they will be used.
 *
 * Strides end here: afterwards every step p finds its numbers side by side, behind those of the step before.
 */
#include "gemm_steps.h"
#include "todo.h"

/* ---- 17.4 ---------------------------------------------------------------------------------------- */

void pack_panel(real *panel, long width, Matrix x, long count, long k)
{
    /* TODO: copy `count` rows of x, k numbers long, into a panel that is `width` wide.
     *
     * APPROACH
     *   1. Step p of the panel is panel[p * width] to panel[p * width + width - 1]: element p of every row.
     *   2. Element p of row i is READ(x.data[i * x.row + p * x.col]), for i < count.
     *   3. Are there fewer rows than the panel is wide, 0 stands in the places from count on.
     *
     * EXAMPLE
     *   x = [[1, 2, 3],      width 3, count 2, k 3:
     *        [4, 5, 6]]      panel = 1 4 0   2 5 0   3 6 0
     *
     * HINT: every place of the panel is written, k * width of them; and what is not there is not read. */
    todo("17.4 pack_panel");
}
