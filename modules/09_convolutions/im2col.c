/* im2col.c - each window of an image written out as a column, so that a convolution becomes a product.
 *
 * The column of a window holds its C KH KW numbers in the order of a weight (C, KH, KW). A number under several
 * windows is written several times: that is the price.
 */
#include "images_parts.h"
#include "todo.h"

/* ---- 09.2 ------------------------------------------------------------------------------------ */

void im2col_kernel(Tensor *columns, const Tensor *x, Window w)
{
    long out[2];
    w = columns_check("im2col_kernel", columns, x, w,
                      out); /* given: zeros in w filled in, out = Ho, Wo */

    /* TODO: each window of an image written out as a column, so that a convolution becomes a
     * product.
     *
     * CONTRACT  columns (B, C KH KW, Ho Wo), contiguous: row (c, i, j), column (r, s) is the
     *           number of channel c that lies under row i and column j of the kernel when the
     *           window stands at (r, s). In the padding it is 0. x may be a view.
     * EXAMPLE   x (1, 1, 2, 3) = [[1, 2, 3],   kernel 2x2: two windows, [[1, 2], [4, 5]] and [[2, 3], [5, 6]]
     *                             [4, 5, 6]]   columns (1, 4, 2) = [[1, 2], [2, 3], [4, 5], [5, 6]]
     * HOLDS     kernel 1, stride 1, no padding: the numbers of x in their order. Twice x, twice
     *           the columns.
     * YOU HAVE  tensor_get(x, AT(b, c, row, column)), which knows the strides of views
     * THINK     stride 2, padding 1, dilation 3: in which row of the image does window row 0 begin,
     *           in which window row 1, and where does the second row of the kernel lie then?
     *           columns is written from its first number to its last: which of b, c, i, j, r, s
     *           changes with each number? */
    todo("09.2 im2col_kernel");
}
