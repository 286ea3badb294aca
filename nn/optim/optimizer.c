/* optimizer.c - one step of training for all parameters.
 *
 * Invariant: a step changes parameters that have a gradient and no others, and allocates nothing.
 */
#include "optim.h"

EXERCISE
void optimizer_step(Optimizer *o)
{
    const ParameterList *p = o->parameters;
    optimizer_check_step(o);
    for (long i = 0; i < p->count; i++) {
        if (p->tensor[i]->grad == NULL)
            continue;
        o->step[i]++;
        o->update(o, i);
    }
}
