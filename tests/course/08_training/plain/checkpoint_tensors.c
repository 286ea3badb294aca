/* checkpoint_tensors.c - the tensors of a checkpoint: weights, buffers and moments, each by its name. */
#include "checkpoint.h"

ParameterList *checkpoint_tensors(Module *m, const Optimizer *o)
{
    ParameterList *list = module_state(m);
    if (o == NULL)
        return list;

    for (int which = 0; which < o->n_state; which++) {
        for (long i = 0; i < o->parameters->count; i++) {
            const char *moment = o->state_name[which];
            const char *parameter = o->parameters->name[i];
            char name[1024];
            snprintf(name, sizeof name, "optimizer.%s.%s", moment, parameter);
            parameters_add(list, name, o->state[which][i]);
        }
    }
    return list;
}
