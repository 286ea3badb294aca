/* op_conv2d.c - convolution, columns made and used a strip at a time.
 *
 * It stands in for the file of the same name in autograd/plain/, which writes all columns out, wherever no
 * student's file runs. The kernels are in tensor/images/.
 */
#include "image_parts.h"

static void conv2d_backward(Closure *c, Tensor *dy)
{
    const Conv2dCapture *capture = c->capture;
    Tensor *x = c->in[0], *weight = c->in[1];
    real beta;
    if (x->requires_grad) {
        Tensor *dx = grad_buffer(x, &beta);
        conv2d_backward_x_kernel(dx, beta, dy, weight, capture->window, capture->groups);
    }
    if (weight->requires_grad) {
        Tensor *dw = grad_buffer(weight, &beta);
        conv2d_backward_weight_kernel(dw, beta, dy, x, capture->window, capture->groups);
    }
    if (c->n_in > 2)
        grad_add(c->in[2], tensor_sum(dy, AXES(0, 2, 3), false));
}

static const Operation conv2d_op = {
    .name = "conv2d", .backward = conv2d_backward, .describe = describe_conv2d};

Tensor *tensor_conv2d(Tensor *x, Tensor *weight, Tensor *bias, Window window, long groups)
{
    long shape[4];
    window = conv2d_shape("tensor_conv2d", x, weight, bias, window, groups, shape);
    Tensor *y = tensor_new(4, shape);
    conv2d_kernel(y, x, weight, bias, window, groups);
    return closure_record(y, &conv2d_op, bias != NULL ? 3 : 2, (Tensor *[]){x, weight, bias},
                          CAPTURE(Conv2dCapture, window, groups));
}
