/* checkpoint_tensors.c - the tensors of a checkpoint: weights, buffers and moments, each by its name. */
#include "checkpoint.h"
#include "todo.h"

/* ---- 08.8 --------------------------------------------------------------------------------- */

ParameterList *checkpoint_tensors(Module *m, const Optimizer *o)
{
    /* TODO: one list of all tensors that a run needs to go on, each under a name of its own.
     *
     * APPROACH
     *   1. module_state(m) makes a new list of what belongs to the model, under its own names: the
     *      weights, and buffers such as a running mean.
     *   2. If o is not NULL: o->n_state says how many moments each parameter has. For every
     *      `which` below that, and every parameter i of o->parameters, the tensor is
     *      o->state[which][i], and its name
     *      "optimizer." + o->state_name[which] + "." + o->parameters->name[i].
     *   3. char name[512]; snprintf(name, sizeof name, "optimizer.%s.%s", ..., ...) writes it,
     *      and parameters_add(list, name, tensor) adds it and copies the name.
     *   4. Return the list.
     *
     * EXAMPLE
     *   one Linear with Adam: weight, bias,
     *   optimizer.exp_avg.weight, optimizer.exp_avg.bias,
     *   optimizer.exp_avg_sq.weight, optimizer.exp_avg_sq.bias
     *
     * HINT: SGD without momentum has n_state 0, so the loop over `which` does nothing. */
    return todo("08.8 checkpoint_tensors");
}
