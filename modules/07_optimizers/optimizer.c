/* optimizer.c - one step of training for all parameters.
 *
 * Invariant: a step changes parameters that have a gradient and no others, and allocates nothing.
 */
#include "optim.h"
#include "todo.h"

/* ---- 07.1 ---------------------------------------------------------------------------------- */

void optimizer_step(Optimizer *o)
{
    optimizer_check_step(o); /* given: stops where a gradient cannot be walked over */

    /* TODO: update every parameter that has a gradient, and count how often each was.
     *
     * APPROACH
     *   1. The parameters: const ParameterList *p = o->parameters, p->count of them. p->tensor[i]->grad
     *      is NULL for one that took no part in the loss. It stays as it is, and this step is none
     *      of its steps.
     *   2. o->step[i] is how often parameter i was updated. The update functions read it and
     *      expect 1 in the first: so count before they run.
     *   3. o->update(o, i) is the function that sgd_new or adam_new has put there.
     *
     * EXAMPLE
     *   parameters a, b, c, of which b has no gradient, and o->step = {4, 4, 0}: c is new.
     *   step becomes {5, 4, 1}, with o->update(o, 0) and o->update(o, 2) called
     *
     * HINT: "stays as it is" means this parameter, not those after it. */
    todo("07.1 optimizer_step");
}
