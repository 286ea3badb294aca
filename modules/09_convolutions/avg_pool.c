/* avg_pool.c - the mean of the numbers under each window. The way back, which is given, shares a gradient equally. */
#include "images_parts.h"
#include "todo.h"

/* ---- 09.9 ------------------------------------------------------------------------------------ */

void avg_pool2d_kernel(Tensor *out, const Tensor *x, Window w, bool count_padding)
{
    w = pool_check("avg_pool2d_kernel", x, out, w); /* given: zeros in w filled in */

    /* TODO: out[b][c][r][s] = the mean of what is under window (r, s).
     *
     * APPROACH
     *   1. Loops over b, c, r, s, and inside over i, j, as in 09.7. Add up what lies in the image, and count it.
     *   2. Divide by KH KW if count_padding: the zeros of the padding are numbers like others. Otherwise by
     *      how many lay in the image; where that is none, the mean is 0.
     *
     * EXAMPLE
     *   x = [[4, 8], [12, 16]], kernel 2x2, stride 1, padding 1; the first window has only the 4:
     *   with count_padding [[1, 3, 2], [4, 10, 6], [3, 7, 4]], without [[4, 6, 8], [8, 10, 12], [12, 14, 16]]
     *
     * HINT: the count is that of numbers, not the one of rows times the kernel's columns. */
    todo("09.9 avg_pool2d_kernel");
}
