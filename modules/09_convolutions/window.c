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
    /* TODO: how many windows of `kernel` numbers fit into a line of `in` numbers.
     *
     * APPROACH
     *   1. How many places does a window cover? Its numbers are `dilation` apart: kernel 3 covers 3 places
     *      at dilation 1, 5 at dilation 2 (x . x . x), 7 at dilation 3.
     *   2. How long is the line with the padding on BOTH sides?
     *   3. How many places are left when the first window stands? If it does not fit, return 0.
     *   4. One window, and one more for each whole stride that is left.
     *
     * EXAMPLE
     *   in 7, kernel 3, stride 2, padding 0, dilation 1: windows begin at 0, 2, 4: 3 of them
     *   in 6, the same: they begin at 0, 2; from 4 on only two places are left: 2 of them
     *   in 5, kernel 3, stride 1, padding 1, dilation 1: 5, as many as the line has numbers
     *
     * HINT: / rounds towards 0: right where something is left, wrong below 0. So look first. */
    todo("09.1 window_out");
}
