/* window.c - how many windows stand side by side.
 *
 * A kernel of k numbers that are d apart covers d (k - 1) + 1 places. The first window begins where
 * the padding does; each step of the stride takes it nearer to the other end.
 */
#include "tensor.h"

EXERCISE
long window_out(long in, long kernel, long stride, long padding, long dilation)
{
    long covered = dilation * (kernel - 1) + 1;
    long free = in + 2 * padding - covered;
    return free < 0 ? 0 : free / stride + 1;
}
