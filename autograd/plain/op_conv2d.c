/* op_conv2d.c - convolution as one product: every window a column, every output channel a row of
 * weights.
 *
 *     y = weight columns + bias
 *
 * Columns hold each number many times, so there are those of one image at a time.
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
    for (long b = 0; b < shape[0]; b++) {
        Scope *scope = scope_open(); /* of its columns */
        Tensor image, result;
        slice_view(&image, x, 0, b, b + 1, 1);
        slice_view(&result, y, 0, b, b + 1, 1);
        Conv2dProduct p = conv2d_product(&image, weight, bias, &result, groups);
        im2col_kernel(p.columns, &image, window);
        matmul_kernel(&p.y, &p.weight, &p.by_group);
        if (bias != NULL)
            add_kernel(&p.y, &p.y, &p.bias);
        scope_close(scope);
    }
    return closure_record(y, &conv2d_op, bias != NULL ? 3 : 2, (Tensor *[]){x, weight, bias},
                          CAPTURE(Conv2dCapture, window, groups));
}
