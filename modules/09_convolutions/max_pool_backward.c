/* max_pool_backward.c - the gradient of a window goes to where its largest number stood, and nowhere else.
 *
 * A small change of any other number changes nothing: it would still not be the largest.
 */
#include "images_parts.h"
#include "todo.h"

/* ---- 09.8 ------------------------------------------------------------------------------------ */

void max_pool2d_backward_kernel(Tensor *dx, const Tensor *dy, const IntTensor *index)
{
    pool_check_index("max_pool2d_backward_kernel", index, dy); /* given */

    /* TODO: dx += dy, each number of dy (B, C, Ho, Wo) at the place that index holds for it.
     *
     * APPROACH
     *   1. Four loops, with const int *place = index->data:
     *          for (long b = 0; b < dy->shape[0]; b++)
     *          for (long c = 0; c < dy->shape[1]; c++)
     *          for (long r = 0; r < dy->shape[2]; r++)
     *          for (long s = 0; s < dy->shape[3]; s++, place++)
     *   2. *place counts in a plane of dx: its row is *place / W, its column *place % W, with W = dx->shape[3].
     *   3. Windows may overlap, and one number may win several times: add. Nothing is cleared first.
     *   4. A place of -1 is a window without numbers: nobody gets its gradient.
     *
     * EXAMPLE
     *   dx (1, 1, 2, 3) of zeros, dy = [[1, 10]], index = [[4, 4]]: dx = [[0, 0, 0], [0, 11, 0]]
     *
     * HINT: dx->data[b * dx->stride[0] + c * dx->stride[1] + row * dx->stride[2] + column * dx->stride[3]] */
    todo("09.8 max_pool2d_backward_kernel");
}
