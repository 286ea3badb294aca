/* module.c - learning, or being used: one flag for a whole model.
 *
 * A layer is a struct that starts with a Module, so all look the same from here, and walking a model is
 * written once, whatever its layers compute.
 */
#include "nn.h"
#include "todo.h"

/* ---- 03.7 ------------------------------------------------------------------------------------ */

void module_train(Module *m, bool training)
{
    /* TODO: set the flag of m, and of everything below it.
     *
     * APPROACH
     *   1. m->training is the flag.
     *   2. The children are m->children[i].module, for i from 0 to m->n_children - 1.
     *   3. Each child has children of its own; module_train(child, ...) does the same for it.
     *
     * EXAMPLE
     *   Sequential            module_train(sequential, false)
     *     Linear              sets five flags to false: the Sequential,
     *     Sequential          the Linear, the inner Sequential,
     *       Dropout           the Dropout
     *       Linear            and the Linear beside it
     *
     * HINT: a function may call itself. */
    todo("03.7 module_train");
}
