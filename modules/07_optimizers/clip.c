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
     * CONTRACT  the gradients, taken together as one vector, keep their direction and become as
     *           long as max_norm, but for 1e-6, which is added to a norm before anything is
     *           divided by it. What would not be shorter then keeps its bits. Returned is the norm
     *           as it was before. A norm that is not finite changes nothing:
     *           the caller sees it and decides.
     * EXAMPLE   gradients [3] and [4], max_norm = 1: norm 5
     *           gradients become [0.6] and [0.8], and 5 is returned
     * HOLDS     the direction stays: all ratios between numbers. A second call changes (nearly)
     *           nothing.
     * YOU HAVE  sum_of_squares(tensor), in double; parameters->count,
     *           parameters->tensor[i]->grad, NULL where none has arrived
     * THINK     what would a factor for each tensor do to the direction? What is infinity times
     *           0? */
    todo("07.6 clip_grad_norm");
}
