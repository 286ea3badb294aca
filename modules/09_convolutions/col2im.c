/* col2im.c - the transpose of im2col.
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

    /* TODO: the transpose of im2col_kernel; dx grows by it.
     *
     * CONTRACT  any window, dx any view. What dx held before still counts.
     * EXAMPLE   dx (1, 1, 2, 3) of zeros, kernel 2x2, columns (1, 4, 2) = [[1, 2], [3, 4], [5, 6], [7, 8]]:
     *           dx = [[1, 5, 4], [5, 13, 8]]
     * HOLDS     for all x and z: the sum of im2col(x) times z is the sum of x times col2im(z), into
     *           a dx of zeros (col2im is its transpose).
     * YOU HAVE  pixel (b, c, row, column) of a view is dx->data[b * dx->stride[0] + c *
     *           dx->stride[1] + ...]
     * THINK     let x be 1 at one pixel and 0 elsewhere: what does HOLDS say of dx there? What
     *           does it say of a z that is 1 at a place where im2col found padding? */
    todo("09.3 col2im_kernel");
}
