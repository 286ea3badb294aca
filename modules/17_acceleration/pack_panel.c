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
     * CONTRACT  step p of the panel, panel[p * width] to panel[p * width + width - 1], has
     *           element p of every row; where there are fewer rows than the panel is wide, 0.
     *           Every place is written, each element read once, as READ(x.data[i * x.row + p *
     *           x.col]); what is not there is not read.
     * EXAMPLE   x = [[1, 2, 3],      width 3, count 2, k 3:
     *                [4, 5, 6]]      panel = 1 4 0   2 5 0   3 6 0
     * HOLDS     width 1, count 1: the row.
     * THINK     which numbers will one step of a micro-tile need, and where should they lie? Of
     *           B columns are packed: what is handed in for x then? */
    todo("17.4 pack_panel");
}
