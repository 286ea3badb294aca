/* op_conv2d.c - convolution as one product, recorded. */
#include "image_parts.h"

static const Operation conv2d_op = {
    .name = "conv2d",
    .backward = conv2d_backward,
    .describe = describe_conv2d,
};

Tensor *tensor_conv2d(Tensor *x, Tensor *weight, Tensor *bias, Window window, long groups)
{
    long shape[4];
    window = conv2d_shape("tensor_conv2d", x, weight, bias, window, groups, shape);

    Tensor *y = tensor_zeros(4, shape);
    Conv2dProduct p = conv2d_product(x, weight, bias, y, groups);
    im2col_kernel(p.columns, x, window);
    matmul_kernel(&p.y, &p.weight, &p.by_group); /* (G, O, K) @ (B, G, K, P) */
    if (bias == NULL)
        return closure_record(y, &conv2d_op, INPUTS(x, weight),
                              CAPTURE(Conv2dCapture, window, groups));
    add_kernel(&p.y, &p.y, &p.bias);
    return closure_record(y, &conv2d_op, INPUTS(x, weight, bias),
                          CAPTURE(Conv2dCapture, window, groups));
}
