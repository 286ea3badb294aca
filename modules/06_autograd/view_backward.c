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
     * CONTRACT  where the result shows a number of a = c->in[0], that number's gradient has grown
     *           by dy's; all others are as before. One function for transpose, permute, reshape,
     *           slice, squeeze.
     * EXAMPLE   a has 4 numbers, y = a[1:3], dy = [10, 20]: da = [0, 10, 20, 0].
     *           A second slice a[2:4] of it, dy = [1, 2]: [0, 10, 21, 2].
     * HOLDS     the numbers of da add up to those of dy. A view of a view needs nothing of its
     *           own.
     * YOU HAVE  closure.h, for operations and for gradients; shape.h, kernels.h
     * THINK     five kinds of views, and no case for any of them: what does c hold that knows which
     *           numbers were shown? A slice cannot be undone: what, then, can be done once more? */
    todo("06.5 view_backward");
}
