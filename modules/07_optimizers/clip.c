/* clip.c - one bad batch must not throw the weights away (Pascanu, Mikolov, Bengio 2013).
 *
 * All gradients together are one long vector. If it is longer than max_norm it is shortened, and
 * keeps its direction:  g = g max_norm / (norm + 1e-6), as in PyTorch.
 *
 * Invariant: the norm is summed in double, in an order that does not depend on threads. A norm that
 * is not finite changes nothing: the caller sees it returned and decides.
 */
#include "optim.h"
#include "todo.h"
#include <math.h>

/* ---- 07.8 ---------------------------------------------------------------------------------- */

double clip_grad_norm(const ParameterList *parameters, double max_norm)
{
    if (!(max_norm >= 0)) /* given */
        fail("clip_grad_norm: max_norm is %g, expected none below 0", max_norm);
    if (gradients_are_huge(parameters)) /* given */
        return clip_huge(parameters, max_norm);

    /* TODO: shorten the gradients if, taken together as one vector, they are longer than max_norm.
     *
     * APPROACH
     *   1. Add up sum_of_squares(grad) over all parameters that have a gradient (not NULL).
     *   2. norm is the square root of the sum.
     *   3. factor is max_norm / (norm + 1e-6): the 1e-6 is PyTorch's, against 0 / 0.
     *   4. If norm is not finite, or factor is at least 1, change nothing.
     *   5. Else multiply every number of every gradient by (real)factor.
     *   6. Return norm, as it was before.
     *
     * EXAMPLE
     *   gradients [3] and [4], max_norm = 1: norm = sqrt(9 + 16) = 5, factor = 0.2 (nearly)
     *   gradients become [0.6] and [0.8], and 5 is returned
     *
     * HINT: one norm and one factor for all. A factor for each tensor would turn the direction. */
    todo("07.8 clip_grad_norm");
}
