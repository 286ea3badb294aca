/* view_backward.c - the one backward function of every view.
 *
 * A view shows some numbers of its input a, in another shape or order: transpose, permute, reshape,
 * slice, squeeze. The gradient dy of what it shows belongs to just those numbers.
 */
#include "autograd.h"
#include "todo.h"

/* ---- 06.5 ------------------------------------------------------------------------------------ */

void view_backward(Closure *c, Tensor *dy)
{
    /* TODO: what flows back through a view: dy belongs to just those numbers of a that it shows.
     *
     * CONTRACT  the gradient of a = c->in[0], read through the same view as the result reads a,
     *           has grown by dy; all other numbers of it are as before. One function for
     *           transpose, permute, reshape, slice, squeeze.
     * EXAMPLE   a has 4 numbers, y = a[1:3], dy = [10, 20]: da = [0, 10, 20, 0].
     *           A second slice a[2:4] of it, dy = [1, 2]: [0, 10, 21, 2].
     * HOLDS     the numbers of da add up to those of dy. A view of a view needs nothing of its
     *           own.
     * YOU HAVE  grad_buffer(a, NULL), a's gradient, zeros where nothing has arrived;
     *           tensor_new_view(t), the same numbers with a shape of its own; c->op->view(out,
     *           a, c->capture) made the result in the forward pass; kernels.h
     * THINK     in c->op->view(out, a, c->capture), which of the three is another tensor now?
     *           Why is it wrong to look at *dy* through the view? */
    todo("06.5 view_backward");
}
