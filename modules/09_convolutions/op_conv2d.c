/* op_conv2d.c - convolution as one product: every window a column, every output channel a row of weights.
 *
 *     y = weight columns + bias
 *
 * The way back is conv2d_backward.c (09.6).
 */
#include "image_parts.h"
#include "todo.h"

/* ---- 09.5 ------------------------------------------------------------------------------------ */

Tensor *tensor_conv2d(Tensor *x, Tensor *weight, Tensor *bias, Window window, long groups)
{
    long shape[4]; /* given: that of the result; zeros in window are filled in */
    window = conv2d_shape("tensor_conv2d", x, weight, bias, window, groups, shape);

    /* TODO: the convolution of x (B, Cin, H, W) with weight (Cout, Cin / groups, KH, KW) by a
     * product, recorded.
     *
     * CONTRACT  the numbers of 09.4, up to rounding, from columns and products. The inputs of
     *           the closure are x, weight and, if there is one, bias: 3 or 2. The operation:
     *           name "conv2d", backward conv2d_backward (09.6), describe describe_conv2d. What
     *           it captures: a Conv2dCapture of window and groups.
     * BUDGET    right numbers, recorded, earn 6 points; the last 3 are for 8 images with room, beside
     *           the result, for the columns of two of them.
     * EXAMPLE   x (2, 4, 7, 5), weight (6, 2, 3, 2), groups 2, stride 1: y (2, 6, 5, 4), p.columns (2, 24, 20),
     *           p.weight (2, 3, 12), p.by_group (2, 2, 12, 20), p.y (2, 2, 3, 20)
     * HOLDS     another image in the batch changes nothing of this one.
     * YOU HAVE  Conv2dProduct p = conv2d_product(x, weight, bias, y, groups) (image_parts.h):
     *           views of x, weight, bias (G, O, 1) and y (G of them, B of them) for the product,
     *           and columns nobody has filled; slice_view; scope_open and scope_close, between
     *           which tensors live for a while; im2col_kernel; matmul_kernel(out, a, b) and
     *           add_kernel(out, a, b) broadcast; closure_record; CAPTURE(Conv2dCapture, window,
     *           groups)
     * THINK     look at the shapes of the example: which two multiply to which third, without a
     *           loop over groups? p.y is y, seen with other axes: what is written
     *           there is where? */
    return todo("09.5 tensor_conv2d");
}
