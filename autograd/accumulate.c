/* accumulate.c - the one place where gradients are added.
 *
 * A tensor that is used twice gets two shares, and their sum is its gradient. A tensor that was
 * broadcast was used once for every repetition, so its share is summed over them. Whatever
 * else writes to a gradient (grad_buffer.c) is a short cut to the same result.
 */
#include "autograd.h"

void grad_add_scaled(Tensor *t, real alpha, const Tensor *g)
{
    if (!t->requires_grad)
        return;
    if (!can_broadcast(t, g->ndim, g->shape))
        fail("grad_add: a gradient of shape %s cannot reach a tensor of shape %s",
             tensor_shape_text(g), tensor_shape_text(t));
    real beta;
    Tensor *sum = grad_buffer(t, &beta);
    if (!tensor_same_shape(t, g)) {
        if (alpha != 1) {
            Tensor *scaled = tensor_new_like(g);
            scale_forward(scaled, g, alpha);
            g = scaled;
        }
        sum_to(sum, g, beta);
    } else if (beta == 0 && alpha == 1) {
        copy_forward(sum, g);
    } else if (beta == 0) {
        scale_forward(sum, g, alpha);
    } else {
        axpy_forward(sum, alpha, g);
    }
}

void grad_add(Tensor *t, const Tensor *g)
{
    grad_add_scaled(t, 1, g);
}
