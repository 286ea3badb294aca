/* module.c - learning, or being used: one flag for a whole model.
 *
 * A layer is a struct that starts with a Module, so all look the same from here, and walking a model is
 * written once, whatever its layers compute.
 */
#include "nn.h"
#include "todo.h"

/* ---- 03.5 ------------------------------------------------------------------------------------ */

void module_train(Module *m, bool training)
{
    /* TODO: set the flag of m, and of everything below it, to training.
     *
     * CONTRACT  m->training, and that of every module below, however deep. m->children[i].module
     *           is a child, for i < m->n_children.
     * EXAMPLE   Sequential            module_train(sequential, false)
     *             Linear              sets five flags to false: the Sequential,
     *             Sequential          the Linear, the inner Sequential,
     *               Dropout           the Dropout
     *               Linear            and the Linear beside it
     * HOLDS     true, then false: all are false.
     * THINK     a tree has no last level: how many loops would you need? */
    todo("03.5 module_train");
}
