/* max_pool.c - the largest number under each window, and where it stands: its gradient will go there.
 *
 * "Is there an edge somewhere in this corner?" needs no exact place, and a picture a quarter as large is a quarter of
 * the work for what follows.
 */
#include <math.h>
#include "images_parts.h"
#include "todo.h"

/* ---- 09.7 ------------------------------------------------------------------------------------ */

void max_pool2d_kernel(Tensor *out, IntTensor *index, const Tensor *x, Window w)
{
    w = pool_check("max_pool2d_kernel", x, out, w);    /* given: zeros in w filled in */
    pool_check_index("max_pool2d_kernel", index, out); /* given */

    /* TODO: out[b][c][r][s] = the largest number under window (r, s); index: its place in the plane, row * W + column.
     *
     * APPROACH
     *   1. Four loops; index->data lies in their order: int *place = index->data; and place++ each time.
     *          for (long b = 0; b < out->shape[0]; b++)
     *          for (long c = 0; c < out->shape[1]; c++)
     *          for (long r = 0; r < out->shape[2]; r++)
     *          for (long s = 0; s < out->shape[3]; s++)
     *   2. For each window, over i and j: row = r * w.stride[0] + i * w.dilation[0] - w.padding[0], and the column
     *      in the same way. What lies outside of the image is left out: the padding never wins.
     *   3. Begin with -INFINITY and the place -1, so that a window without any number gives those.
     *   4. The first number of a window takes over whatever it is; then only a larger one does, so of equals
     *      the first one stays.
     *   5. NaN wins over all, and the first NaN stays: a result that hid it would be worse.
     *
     * EXAMPLE
     *   x = [[-1, -2], [-3, -4]], kernel 2x2, stride 2, padding 1: four windows, each with one number in the image:
     *   out = [[-1, -2], [-3, -4]], index = [[0, 1], [2, 3]]; none of them is 0
     *
     * HINT: the place is counted in the plane of x, not in the window. n > best is false if either is NaN;
     * isnan(n) tells. tensor_get and tensor_set know the strides of views. */
    todo("09.7 max_pool2d_kernel");
}
