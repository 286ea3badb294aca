/* parameters.c - every parameter of a model by its path, in one flat list: the walk.
 *
 * Optimizers, gradient clipping, files and summaries want the leaves and nothing of the tree. Parents
 * come before children, in the order of registration.
 */
#include "layer_parts.h"
#include "todo.h"

/* ---- 03.7 ----------------------------------------------------------------------------------- */

void parameters_collect(ParameterList *list, const Module *m, const Path *here)
{
    /* TODO: add every parameter of m and of all below it to the list, with its path.
     *
     * CONTRACT  parents come before children, each child with all below it before the next
     *           child. What stands in the list keeps its place and its path. The list is for
     *           those who make a step with each of its entries.
     * EXAMPLE   a Sequential of Dropout, Linear, Linear:   1.weight   1.bias   2.weight   2.bias
     * YOU HAVE  m->children[i].index, .module, .name (m->n_children); m->parameter[i].name, .tensor
     *           (m->n_parameters); module.h and layer_parts.h, for lists and paths: of a Path .text
     *           is the text, and a parameter's has index -1
     * THINK     what would an optimizer do to a tensor that stands in the list twice? Which path
     *           does a child's walk begin with? */
    todo("03.7 parameters_collect");
}
