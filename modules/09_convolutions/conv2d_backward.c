/* conv2d_backward.c - what flows back through a convolution: two products and a sum.
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
     * APPROACH
     *   1. const Conv2dCapture *capture = c->capture; holds what 09.5 captured, capture->window and
     *      capture->groups. x and weight are c->in[0] and c->in[1]; bias is c->in[2] if c->n_in is 3.
     *   2. Conv2dProduct p = conv2d_product(x, weight, NULL, dy, capture->groups); now p.y is dy,
     *      (B, G, O, P). The columns were not kept: fill them again where you need them.
     *   3. weight, if it requires a gradient: dW = dy columns^T, added up over the images. A new tensor like weight,
     *      seen as (G, O, K) by reshape_view(&dW, dw, 3, p.weight.shape), takes
     *      matmul_accumulate(&dW, a, b, 1, 0): as dW has no axis for images, it sums over them. last_two_swapped(t)
     *      is the transpose. Then grad_add(weight, dw).
     *   4. x, if it requires one: dcolumns = weight^T dy goes into &p.by_group (matmul_kernel), and from
     *      p.columns back to the pixels of a new tensor of zeros (09.3). Then grad_add(x, dx).
     *   5. bias, if there is one: every number of its channel got it once, so it gets the sum of dy over images,
     *      rows and columns: tensor_sum(dy, AXES(0, 2, 3), false).
     *
     * EXAMPLE
     *   x = [[1, 2, 3], [4, 5, 6]], weight 2x2 = [[1, 0], [0, 10]], dy = [[1, 2]]:
     *   dw = [[1 * 1 + 2 * 2, 1 * 2 + 2 * 3], [1 * 4 + 2 * 5, 1 * 5 + 2 * 6]] = [[5, 8], [14, 17]]
     *   dx = [[1, 2, 0], [0, 10, 20]], dbias = 3
     *
     * HINT: Tensor t = last_two_swapped(&p.by_group); is a struct, and &t what the kernels want. All sizes of a test
     * differ, so a product in the wrong order does not fit. */
    todo("09.6 conv2d_backward");
}
