/* view_backward.c - the one backward function of every view.
 *
 * A view shows some numbers of its input a, in another shape or order. The gradient dy of what it
 * shows belongs to just those numbers: look at a's gradient through the same view, and add dy
 * there.
 */
#include "autograd.h"

EXERCISE
void view_backward(Closure *c, Tensor *dy)
{
    Tensor *a = c->in[0];
    Tensor *da = grad_buffer(a, NULL); /* zeros, where nothing has arrived yet */
    Tensor *part = tensor_new_view(da);
    c->op->view(part, da, c->capture);
    axpy_kernel(part, 1, dy);
}
