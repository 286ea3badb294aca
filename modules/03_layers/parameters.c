/* parameters.c - every parameter of a model by its path, in one flat list: the walk.
 *
 * Optimizers, gradient clipping, files and summaries want the leaves and nothing of the tree. Parents
 * come before children, in the order of registration.
 *
 * Invariant: a tensor appears once, so that tied weights are updated and saved once.
 */
#include "layer_parts.h"
#include "todo.h"

/* ---- 03.7 ----------------------------------------------------------------------------------- */

void parameters_collect(ParameterList *list, const Module *m, const Path *here)
{
    /* TODO: add every parameter of m and of all below it to the list, with its path, each tensor
     * once.
     *
     * CONTRACT  parents come before children, each child with all below it before the next
     *           child. A tensor that two modules share (tied weights) is listed once, under the
     *           first path.
     * EXAMPLE   a Sequential of Linear, ReLU, Linear:   0.weight   0.bias   2.weight   2.bias
     * HOLDS     the list is as long as there are different parameters.
     * YOU HAVE  m->parameter[i].name, .tensor (m->n_parameters); m->children[i].module, .name,
     *           .index (m->n_children); path_below(here, name, index) is a Path longer by one,
     *           of which .text is the text (a parameter has index -1); parameters_listed(list,
     *           tensor), parameters_add(list, text, tensor)
     * THINK     what would an optimizer do to a tensor that stands in the list twice? Which path
     *           does a child's walk begin with? */
    todo("03.7 parameters_collect");
}
