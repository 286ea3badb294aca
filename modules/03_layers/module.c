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
    /* TODO: the model m learns from now on, or is used.
     *
     * CONTRACT  a model is a tree of modules, of any depth, which begins with m. In each of them
     *           the flag says what `training` says; nothing else has changed.
     * EXAMPLE   Sequential            module_train(sequential, false)
     *             Linear              changes five flags
     *             Sequential
     *               Dropout
     *               Linear
     * HOLDS     true, then false: all are false.
     * YOU HAVE  m->training; m->children[i].module, for i < m->n_children
     * THINK     how many loops, one in the other, would the example take, and a model of ten
     *           levels? */
    todo("03.5 module_train");
}
