/* col2im.c - the transpose of im2col: every number of a column goes back to the pixel it was read from.
 *
 * If im2col is the matrix M, a very sparse one of zeros and ones, this is M^T: what flows back through im2col.
 */
#include "images_parts.h"
#include "todo.h"

/* ---- 09.3 ------------------------------------------------------------------------------------ */

void col2im_kernel(Tensor *dx, const Tensor *columns, Window w)
{
    long out[2];
    w = columns_check("col2im_kernel", columns, dx, w,
                      out); /* given: zeros in w filled in, out = Ho, Wo */

    /* TODO: dx += columns, each number to the pixel that im2col_kernel would read it from.
     *
     * APPROACH
     *   1. The loops of 09.2, over the same b, c, i, j, r, s, with const real *from = columns->data.
     *   2. Row and column in the image as there. What was read in the padding has no pixel: it is dropped,
     *      but from moves on.
     *   3. Windows overlap, so a pixel was read several times: add, do not set. Nothing is cleared first.
     *
     * EXAMPLE
     *   dx (1, 1, 2, 3) of zeros, kernel 2x2, columns (1, 4, 2) = [[1, 2], [3, 4], [5, 6], [7, 8]]:
     *   pixel (0, 1) was read twice, as the second number of window 0 and the first of window 1: 3 + 2
     *   dx = [[1, 5, 4], [5, 13, 8]]
     *
     * HINT: dx->data[b * dx->stride[0] + c * dx->stride[1] + row * dx->stride[2] + column * dx->stride[3]] is
     * pixel (b, c, row, column), whatever dx is a view of. */
    todo("09.3 col2im_kernel");
}
