/* conv2d_backward.c - what flows back through a convolution, columns made and used a strip at a
 * time. */
#include "image_parts.h"

EXERCISE
void conv2d_backward(Closure *c, Tensor *dy)
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
