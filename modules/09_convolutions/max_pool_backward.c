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
     * CONTRACT  places count in the plane of dx, row * W + column; a place of -1 is a window
     *           without numbers, and nobody gets its gradient. One number may have won several
     *           windows. dx may be a view, and keeps what it held before.
     * EXAMPLE   dx (1, 1, 2, 3) of zeros, dy = [[1, 10]], index = [[4, 4]]: dx = [[0, 0, 0], [0, 11, 0]]
     * HOLDS     dx grows by as much, together, as dy has at places that are not -1.
     * YOU HAVE  tensor_get; index lies in the order b, c, r, s; a pixel of a view as in 09.3
     * THINK     of a place and W, what are the row and the column? */
    todo("09.8 max_pool2d_backward_kernel");
}
