/* clip.c - one bad batch must not throw the weights away (Pascanu, Mikolov, Bengio 2013).
 *
 * Invariant: the norm is summed in double, in an order that does not depend on threads.
 */
#include "optim.h"
#include "todo.h"
#include <math.h>

/* ---- 07.6 ---------------------------------------------------------------------------------- */

double clip_grad_norm(const ParameterList *parameters, double max_norm)
{
    if (!(max_norm >= 0)) /* given */
        fail("clip_grad_norm: max_norm is %g, expected none below 0", max_norm);
    if (gradients_are_huge(parameters)) /* given */
        return clip_huge(parameters, max_norm);

    /* TODO: shorten the gradients if, taken together as one vector, they are longer than max_norm.
     *
     * CONTRACT  all gradients, taken together, are one vector. Where it is too long it becomes as
     *           long as max_norm, in its direction; else it keeps its bits. For both, its norm
     *           counts as 1e-6 more than it is, as in PyTorch. Returned is the norm that it came
     *           with, as it is. Where that is not finite nothing changes: the caller sees it and
     *           decides.
     * EXAMPLE   gradients [3] and [4], max_norm = 1: 5 is returned, the gradients become
     *           [0.59999988] and [0.79999984]
     * HOLDS     a parameter cut into two, with a part of the gradient each: the same numbers. A
     *           second call changes (nearly) nothing.
     * YOU HAVE  optim.h; parameters->count, parameters->tensor[i]->grad, NULL where none has
     *           arrived
     * THINK     3 is too long for 1, and so is 4: where would the vector point if each were
     *           clipped by itself? Which numbers may an infinite norm make out of a gradient? */
    todo("07.6 clip_grad_norm");
}
