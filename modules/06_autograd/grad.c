/* grad.c - the one verb of every backward function: add a share to a gradient.
 *
 * A tensor that is used twice gets two shares, and their sum is its gradient. A tensor that was
 * broadcast was used once for every repetition, so its share is summed over them: what was
 * stretched forward is summed backward.
 */
#include "core.h"
#include "todo.h"

/* ---- 06.4 ------------------------------------------------------------------------------------ */

void grad_add(Tensor *t, Tensor *g)
{
    /* TODO: add g to t's gradient, summed over the axes along which t was broadcast.
     *
     * APPROACH
     *   1. A tensor that does not require a gradient gets none: return.
     *   2. backward_check_share(t, g) fails if g is not of t's shape, broadcast.
     *   3. Collect the axes of g along which t was stretched. Shapes are aligned at the right, so
     *      axis d of g is axis d - missing of t, with missing = g->ndim - t->ndim.
     *      Stretched are: the first `missing` axes, which t lacks, and those where t has size 1
     *      and g has not. (A function of its own is a good place for this loop; at most
     *      TENSOR_MAX_AXES axes.)
     *   4. If there are any: g = tensor_sum(g, n, axes, true). true keeps them, with size 1.
     *      (With n = 0 tensor_sum would sum everything: so only if there are any.)
     *   5. If g still has more axes than t: tensor_reshape(g, t->ndim, t->shape).
     *   6. gradient_share(t, g) does the adding.
     *
     * EXAMPLE
     *   t (3, 1), g (2, 3, 4): axis 0 is missing in t, axis 2 is stretched: sum over 0 and 2 gives
     *   (1, 3, 1), reshaped to (3, 1).     t (2,), g = [[1, 2], [3, 4], [5, 6]]: [9, 12].
     *
     * HINT: for a bias (5,) in a (4, 3, 5), which axes are missing, and which axis of g is axis 0
     * of the bias? */
    todo("06.4 grad_add");
}
