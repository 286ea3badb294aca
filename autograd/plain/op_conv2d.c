/* op_conv2d.c - convolution as one product: every window a column, every output channel a row of
 * weights.
 *
 *     y = weight columns + bias
 */
#include "image_parts.h"

static const Operation conv2d_op = {.name = "conv2d",
                                    .backward = conv2d_backward,
                                    .describe = describe_conv2d,
                                    .reads = {READS_INPUT(1), READS_INPUT(0)},
                                    .products = 1,
                                    .flops = conv2d_flops};

EXERCISE
Tensor *tensor_conv2d(Tensor *x, Tensor *weight, Tensor *bias, Window window, long groups)
{
    long shape[4];
    window = conv2d_shape("tensor_conv2d", x, weight, bias, window, groups, shape);
    Tensor *y = tensor_new(4, shape);
    Conv2dProduct p = conv2d_product(x, weight, bias, y, groups);
    im2col_kernel(p.columns, x, window);
    matmul_kernel(&p.y, &p.weight, &p.by_group);
    if (bias != NULL)
        add_kernel(&p.y, &p.y, &p.bias);
    return closure_record(y, &conv2d_op, bias != NULL ? 3 : 2, (Tensor *[]){x, weight, bias},
                          CAPTURE(Conv2dCapture, window, groups));
}
