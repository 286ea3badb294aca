/* window.c - how many windows stand side by side.
 *
 * The first window begins where the padding does; each step of the stride takes it nearer to the other end. The
 * last one must still fit.
 */
#include "tensor.h"
#include "todo.h"

/* ---- 09.1 ------------------------------------------------------------------------------------ */

long window_out(long in, long kernel, long stride, long padding, long dilation)
{
    /* TODO: how many windows of `kernel` numbers fit into a line of `in` numbers, with the padding
     * on both sides.
     *
     * CONTRACT  the first window begins where the padding does, the next ones `stride` further
     *           each, and the last one still fits. The numbers of a window are `dilation` apart.
     *           0 if none fits.
     * EXAMPLE   in 7, kernel 3, stride 2, padding 0, dilation 1: windows begin at 0, 2, 4: 3 of them
     *           in 6, the same: they begin at 0, 2; from 4 on only two places are left: 2 of them
     *           in 5, kernel 3, stride 1, padding 1, dilation 1: 5, as many as the line has numbers
     * HOLDS     `stride` numbers more are one window more, if one fitted. Kernel 1, stride 1, no
     *           padding: in.
     * THINK     how many places does a kernel of 3 cover at dilation 1, 2 (x . x . x), 3? What
     *           is -1 / 2 in C? */
    todo("09.1 window_out");
}
