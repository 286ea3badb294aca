/* view_backward.c - the one backward function of every view. */
#include "autograd.h"

void view_backward(Closure *c, Tensor *dy)
{
    Tensor *a = c->in[0];
    if (!a->requires_grad)
        return;

    Tensor *da = grad_buffer(a, NULL);
    Tensor *part = tensor_new_view(da);
    c->op->view(part, da, c->capture);
    add_kernel(part, part, dy);
}
