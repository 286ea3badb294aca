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
    /* TODO: look at a's gradient through the same view as at a, and add dy there.
     *
     * APPROACH
     *   1. a is c->in[0]. grad_buffer(a, NULL) is its gradient: of a's shape, with zeros in it if
     *      nothing has arrived yet.
     *   2. part = tensor_new_view(that gradient); c->op->view(part, that gradient, c->capture) makes
     *      it the same view of the gradient that the result is of a.
     *   3. Add dy to part, in place: axpy_kernel(y, alpha, x) of kernels.h is y += alpha x.
     *
     * EXAMPLE
     *   a has 4 numbers, y = a[1:3], dy = [10, 20]. The same part of [0, 0, 0, 0] is its places 1 and
     *   2; so da = [0, 10, 20, 0]. A transpose: da, seen transposed, gets dy; so da gets dy's
     *   transpose.
     *
     * HINT: forward was c->op->view(out, a, c->capture). Which of the three is another tensor now? */
    todo("06.5 view_backward");
}
