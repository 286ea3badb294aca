/* avg_pool.c - the mean of the numbers under each window. The way back, which is given, shares a gradient equally. */
#include "images_parts.h"
#include "todo.h"

/* ---- 09.8 ------------------------------------------------------------------------------------ */

void avg_pool2d_kernel(Tensor *out, const Tensor *x, Window w, bool count_padding)
{
    w = pool_check("avg_pool2d_kernel", x, out, w); /* given: zeros in w filled in */

    /* TODO: the mean of what is under each window.
     *
     * CONTRACT  count_padding: the zeros of the padding are numbers like others. A window that has
     *           nothing to count gives 0. Views, any window.
     * EXAMPLE   x = [[4, 8], [12, 16]], kernel 2x2, stride 1, padding 1; the first window has only the 4:
     *           with count_padding [[1, 3, 2], [4, 10, 6], [3, 7, 4]], without [[4, 6, 8], [8, 10, 12], [12, 14, 16]]
     * HOLDS     no padding: both are the same. Not counted, an image of one number everywhere
     *           gives that number wherever a window has any.
     * YOU HAVE  tensor_get, tensor_set; row and column under (i, j) as in 09.2
     * THINK     how many numbers does a corner window have? And one with dilation, at the edge? */
    todo("09.8 avg_pool2d_kernel");
}
