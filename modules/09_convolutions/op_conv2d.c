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

    /* TODO: the convolution of x (B, Cin, H, W) with weight (Cout, Cin / groups, KH, KW), recorded.
     *
     * APPROACH
     *   1. y, a new tensor of this shape (4 axes).
     *   2. Conv2dProduct p = conv2d_product(x, weight, bias, y, groups); (image_parts.h) sees x, weight, bias and y
     *      as what the product needs: views, and columns that nobody has filled.
     *   3. im2col_kernel (09.2) fills p.columns from x.
     *   4. matmul_kernel(out, a, b) writes the product of &p.weight (G, O, K) and &p.by_group (B, G, K, P) into
     *      &p.y (B, G, O, P). Each group has weights of its own; all images have the same.
     *   5. With a bias, add_kernel(out, a, b): &p.y and &p.bias (G, O, 1), into &p.y. bias may be NULL.
     *   6. Above this function: static const Operation conv2d_op, with .name "conv2d", .backward
     *      conv2d_backward (09.6) and .describe describe_conv2d, for pictures of the graph.
     *   7. closure_record(y, &conv2d_op, n, inputs, CAPTURE(Conv2dCapture, window, groups)): the inputs are
     *      x, weight and, if there is one, bias. 3 of them or 2.
     *
     * EXAMPLE
     *   x (2, 4, 7, 5), weight (6, 2, 3, 2), groups 2, stride 1: y (2, 6, 5, 4), p.columns (2, 24, 20),
     *   p.weight (2, 3, 12), p.by_group (2, 2, 12, 20), p.y (2, 2, 3, 20)
     *
     * HINT: p.y is y, seen with other axes: what is written there is in y. (Tensor *[]){x, weight, bias} are three
     * inputs, of which closure_record looks at the first n. */
    return todo("09.5 tensor_conv2d");
}
