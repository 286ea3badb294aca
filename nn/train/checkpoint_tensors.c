/* checkpoint_tensors.c - the tensors of a checkpoint: weights, buffers and moments, each by its
 * name. */
#include "checkpoint.h"

EXERCISE
ParameterList *checkpoint_tensors(Module *m, const Optimizer *o)
{
    ParameterList *list = module_state(m);
    for (int which = 0; o != NULL && which < o->n_state; which++) {
        for (long i = 0; i < o->parameters->count; i++) {
            char name[512];
            snprintf(name, sizeof name, "optimizer.%s.%s", o->state_name[which],
                     o->parameters->name[i]);
            parameters_add(list, name, o->state[which][i]);
        }
    }
    return list;
}
