/* parameters.c - every parameter of a model by its path, in one flat list: the walk.
 *
 * Optimizers, gradient clipping, files and summaries want the leaves and nothing of the tree. Parents
 * come before children, in the order of registration.
 *
 * Invariant: a tensor appears once, so that tied weights are updated and saved once.
 */
#include "layer_parts.h"
#include "todo.h"

/* ---- 03.10 ----------------------------------------------------------------------------------- */

void parameters_collect(ParameterList *list, const Module *m, const Path *here)
{
    /* TODO: add every parameter of m and of all below it to the list, each tensor once.
     *
     * APPROACH
     *   1. First the parameters of m itself: m->parameter[i].name and m->parameter[i].tensor, for
     *      i from 0 to m->n_parameters - 1.
     *   2. Path path = path_below(here, name, -1) is the path of a parameter of m. If the tensor
     *      is not listed yet (parameters_listed says): parameters_add(list, path.text, tensor).
     *   3. Then the children: the path of child i is path_below(here, m->children[i].name,
     *      m->children[i].index); parameters_collect(list, its module, that path) does the rest.
     *
     * EXAMPLE
     *   a Sequential of Linear, ReLU, Linear:   0.weight   0.bias   2.weight   2.bias
     *
     * HINT: parameters_collect takes a pointer to a path: &path. */
    todo("03.10 parameters_collect");
}
