/* conv2d_backward.c - what flows back through a convolution.
 *
 * A convolution is y = weight columns + bias, and columns are pixels of x. So the way back is that of a product, and
 * for x that of im2col behind it.
 */
#include "image_parts.h"
#include "todo.h"

/* ---- 09.6 ------------------------------------------------------------------------------------ */

void conv2d_backward(Closure *c, Tensor *dy)
{
    /* TODO: hand x, weight and bias their gradients.
     *
     * CONTRACT  each only if it requires one, and what nobody wants costs no product. Columns
     *           were not kept from forward to backward: they are large, and quickly made again.
     * EXAMPLE   x = [[1, 2, 3], [4, 5, 6]], weight 2x2 = [[1, 0], [0, 10]], dy = [[1, 2]]:
     *           dw = [[1 * 1 + 2 * 2, 1 * 2 + 2 * 3], [1 * 4 + 2 * 5, 1 * 5 + 2 * 6]] = [[5, 8], [14, 17]]
     *           dx = [[1, 2, 0], [0, 10, 20]], dbias = 3
     * HOLDS     the sum of x dx is the sum of weight dw, and that of dy times y without its
     *           bias.
     * YOU HAVE  c->capture is a Conv2dCapture; c->in: x, weight and, if c->n_in is 3, bias.
     *           col2im_kernel, im2col_kernel; conv2d_product(x, weight, NULL, dy, groups), of
     *           which p.y is dy (image_parts.h); grad_add, tensor_sum; last_two_swapped(&t), which
     *           gives a struct; matmul_accumulate(&out, &a, &b, 1, 0), which sums over axes that out
     *           lacks; matmul_kernel; reshape_view(&view, t, ndim, shape)
     * THINK     y = weight columns is a product: what are its two shares (06.9)? For x there is
     *           one step more: which map made the columns out of x, and what is its transpose?
     *           How often was one bias used? */
    todo("09.6 conv2d_backward");
}
