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
    for (long b = 0; b < x->shape[0]; b++) {
        Tensor image, result;
        slice_view(&image, x, 0, b, b + 1, 1);
        slice_view(&result, y, 0, b, b + 1, 1);
        Scope *scope = scope_open();
        Conv2dProduct p = conv2d_product(&image, weight, bias, &result, groups);
        im2col_kernel(p.columns, &image, window);
        matmul_kernel(&p.y, &p.weight, &p.by_group); /* (G, O, K) @ (1, G, K, P) */
        if (bias != NULL)
            add_kernel(&p.y, &p.y, &p.bias);
        scope_close(scope);
    }
    if (bias == NULL)
        return closure_record(y, &conv2d_op, INPUTS(x, weight),
                              CAPTURE(Conv2dCapture, window, groups));
    return closure_record(y, &conv2d_op, INPUTS(x, weight, bias),
                          CAPTURE(Conv2dCapture, window, groups));
}
