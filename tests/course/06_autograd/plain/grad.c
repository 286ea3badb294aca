/* grad.c - the one verb of every backward function: add a share to a gradient. */
#include "core.h"

void grad_add(Tensor *t, Tensor *g)
{
    if (!t->requires_grad)
        return;
    backward_check_share(t, g);

    /* axes that t lacks stand in front */
    while (g->ndim > t->ndim)
        g = tensor_sum(g, AXES(0), false);
    for (int d = 0; d < t->ndim; d++) {
        if (t->shape[d] == 1 && g->shape[d] != 1)
            g = tensor_sum(g, AXES(d), true);
    }
    gradient_share(t, g);
}
