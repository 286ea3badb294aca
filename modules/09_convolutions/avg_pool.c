/* avg_pool.c - the mean of the numbers under each window. The way back, which is given, shares a gradient equally. */
#include "images_parts.h"
#include "todo.h"

/* ---- 09.8 ------------------------------------------------------------------------------------ */

void avg_pool2d_kernel(Tensor *out, const Tensor *x, Window w, bool count_padding)
{
    w = pool_check("avg_pool2d_kernel", x, out, w); /* given: zeros in w filled in */

    /* TODO: the mean of what is under each window.
     *
     * CONTRACT  any window; x and out may be views. With count_padding the frame of zeros belongs to
     *           the image, without it there is nothing but the image. Nothing is infinite or NaN
     *           that was not so in x: a mean of no numbers is 0.
     * EXAMPLE   x = [[4, 8], [12, 16]], kernel 2x2, stride 1, padding 1: with count_padding
     *           [[1, 3, 2], [4, 10, 6], [3, 7, 4]], without [[4, 6, 8], [8, 10, 12], [12, 14, 16]]
     * HOLDS     no padding: both are the same. Without count_padding, an image of one number
     *           everywhere gives that number wherever a window meets the image.
     * YOU HAVE  tensor_get, tensor_set
     * THINK     windows at corners, at edges, with holes: can one rule say by what each of them
     *           divides? */
    todo("09.8 avg_pool2d_kernel");
}
