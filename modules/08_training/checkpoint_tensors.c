/* checkpoint_tensors.c - the tensors of a checkpoint: weights, buffers and moments, each by its name. */
#include "checkpoint.h"
#include "todo.h"

/* ---- 08.6 --------------------------------------------------------------------------------- */

ParameterList *checkpoint_tensors(Module *m, const Optimizer *o)
{
    /* TODO: one list of all tensors that a run needs to go on, each under a name of its own.
     *
     * CONTRACT  what belongs to the model under its own names: weights, and buffers such as a
     *           running mean. Then, if o is not NULL, each moment of each parameter, moments
     *           outside: "optimizer." + o->state_name[which] + "." + the parameter's name. The
     *           caller frees the list.
     * EXAMPLE   one Linear with Adam: weight, bias,
     *           optimizer.exp_avg.weight, optimizer.exp_avg.bias,
     *           optimizer.exp_avg_sq.weight, optimizer.exp_avg_sq.bias
     * HOLDS     SGD without momentum adds nothing.
     * YOU HAVE  module_state(m), a new list; o->n_state, o->state[which][i], o->parameters
     *           (count, name[i]); parameters_add(list, name, tensor), which copies the name;
     *           snprintf
     * THINK     parameters_of(m) is a list, too: what would a file lose that had only those? */
    return todo("08.6 checkpoint_tensors");
}
