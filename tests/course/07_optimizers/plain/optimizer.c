/* optimizer.c - one step of training for all parameters. */
#include "optim.h"

void optimizer_step(Optimizer *o)
{
    optimizer_check_step(o);

    for (long i = 0; i < o->parameters->count; i++) {
        Tensor *parameter = o->parameters->tensor[i];
        if (parameter->grad == NULL)
            continue;
        o->step[i]++;
        o->update(o, i);
    }
}
