/* checkpoint_tensors.c - the tensors of a checkpoint: weights, buffers and moments, each by its name. */
#include "checkpoint.h"
#include "todo.h"

/* ---- 08.6 --------------------------------------------------------------------------------- */

ParameterList *checkpoint_tensors(Module *m, const Optimizer *o)
{
    /* TODO: one list of all tensors that a run needs to go on, each under a name of its own.
     *
     * CONTRACT  first what m keeps that its constructor cannot make again, as m names it; then,
     *           if o is not NULL, what o keeps of each parameter. Names and order are those of the
     *           example, of names with up to 400 letters. The caller frees the list.
     * EXAMPLE   one Linear with Adam: weight, bias,
     *           optimizer.exp_avg.weight, optimizer.exp_avg.bias,
     *           optimizer.exp_avg_sq.weight, optimizer.exp_avg_sq.bias
     * HOLDS     SGD without momentum adds nothing, nor does o = NULL.
     * YOU HAVE  module.h, for a module and for lists; an Optimizer, in optimizer.h; snprintf
     * THINK     which tensors of a model does training change, though no optimizer ever sees them?
     *           Which list of a module has those, too? */
    return todo("08.6 checkpoint_tensors");
}
