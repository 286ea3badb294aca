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

    /* TODO: columns (B, C KH KW, Ho Wo): row (c, i, j), column (r, s) is the number of channel c that lies under
     * row i and column j of the kernel when the window stands at (r, s). In the padding it is 0.
     *
     * APPROACH
     *   1. columns is contiguous. Its numbers come one after the other, real *to = columns->data; and *to++ = ..., if
     *      the loops go, from the outside in,
     *          for (long b = 0; b < x->shape[0]; b++)
     *          for (long c = 0; c < x->shape[1]; c++)
     *          for (long i = 0; i < w.kernel[0]; i++)
     *          for (long j = 0; j < w.kernel[1]; j++)
     *          for (long r = 0; r < out[0]; r++)
     *          for (long s = 0; s < out[1]; s++)
     *   2. Where the window (r, s) meets (i, j), in the image:
     *          row    = r * w.stride[0] + i * w.dilation[0] - w.padding[0]
     *      and the column in the same way, with [1].
     *   3. Outside of [0, H) or [0, W) is the padding: 0. Otherwise tensor_get(x, AT(b, c, row, column)).
     *
     * EXAMPLE
     *   x (1, 1, 2, 3) = [[1, 2, 3],   kernel 2x2: two windows, [[1, 2], [4, 5]] and [[2, 3], [5, 6]]
     *                     [4, 5, 6]]   columns (1, 4, 2) = [[1, 2], [2, 3], [4, 5], [5, 6]]
     *
     * HINT: x may be a view, so do not count on x->data lying row by row; tensor_get knows the strides.
     * A static function of your own, padded(x, b, c, row, column), keeps the loops readable. */
    todo("09.2 im2col_kernel");
}
