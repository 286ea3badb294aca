/* grad.c - the one verb of every backward function: add a share to a gradient.
 *
 * A tensor that is used twice gets two shares, and their sum is its gradient. A tensor that was
 * broadcast was used once for every repetition, so its share is summed over them: what was
 * stretched forward is summed backward.
 */
#include "core.h"

/* The axes of g along which t was stretched to get there: those it lacks, and those of size 1. */
static int broadcast_axes(const Tensor *t, const Tensor *g, int axes[])
{
    int n = 0, missing = g->ndim - t->ndim;
    for (int d = 0; d < g->ndim; d++)
        if (d < missing || (t->shape[d - missing] == 1 && g->shape[d] != 1))
            axes[n++] = d;
    return n;
}

EXERCISE
void grad_add(Tensor *t, Tensor *g)
{
    if (!t->requires_grad)
        return;
    backward_check_share(t, g);
    int axes[TENSOR_MAX_AXES], n = broadcast_axes(t, g, axes);
    if (n > 0)
        g = tensor_sum(g, n, axes, true);
    if (g->ndim != t->ndim)
        g = tensor_reshape(g, t->ndim, t->shape);
    gradient_share(t, g);
}
