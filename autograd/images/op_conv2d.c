/* op_conv2d.c - convolution, columns made and used a strip at a time.
 *
 * It stands in for the file of the same name in autograd/plain/, which writes all columns out,
 * wherever no student's file runs; so does conv2d_backward.c. The kernels are in tensor/images/.
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
    conv2d_kernel(y, x, weight, bias, window, groups);
    return closure_record(y, &conv2d_op, bias != NULL ? 3 : 2, (Tensor *[]){x, weight, bias},
                          CAPTURE(Conv2dCapture, window, groups));
}
