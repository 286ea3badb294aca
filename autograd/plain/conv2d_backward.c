/* conv2d_backward.c - what flows back through a convolution: two products and a sum.
 *
 *     dweight = dy columns^T, summed over images,   dcolumns = weight^T dy,   dbias = sum of dy
 */
#include "image_parts.h"

EXERCISE
void conv2d_backward(Closure *c, Tensor *dy)
{
    const Conv2dCapture *capture = c->capture;
    Tensor *x = c->in[0], *weight = c->in[1], *bias = c->n_in > 2 ? c->in[2] : NULL;
    Conv2dProduct p = conv2d_product(x, weight, NULL, dy, capture->groups);
    if (weight->requires_grad) {
        im2col_kernel(p.columns, x, capture->window);
        Tensor *dw = tensor_new(4, weight->shape), dW, columns_t = last_two_swapped(&p.by_group);
        reshape_view(&dW, dw, 3, p.weight.shape);
        matmul_accumulate(&dW, &p.y, &columns_t, 1, 0);
        grad_add(weight, dw);
    }
    if (x->requires_grad) {
        Tensor *dx = tensor_zeros(4, x->shape), weight_t = last_two_swapped(&p.weight);
        matmul_kernel(&p.by_group, &weight_t, &p.y);
        col2im_kernel(dx, p.columns, capture->window);
        grad_add(x, dx);
    }
    if (bias != NULL)
        grad_add(bias, tensor_sum(dy, AXES(0, 2, 3), false));
}
