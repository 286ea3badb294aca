/* parameters.c - every parameter of a model by its path, in one flat list: the walk.
 *
 * Optimizers, gradient clipping, files and summaries want the leaves and nothing of the tree.
 * Parents come before children, in the order of registration.
 *
 * Invariant: a tensor appears once, so that tied weights are updated and saved once.
 */
#include "layer_parts.h"

EXERCISE
void parameters_collect(ParameterList *list, const Module *m, const Path *here)
{
    for (int i = 0; i < m->n_parameters; i++) {
        Path path = path_below(here, m->parameter[i].name, -1);
        if (!parameters_listed(list, m->parameter[i].tensor))
            parameters_add(list, path.text, m->parameter[i].tensor);
    }
    for (int i = 0; i < m->n_children; i++) {
        Path path = path_below(here, m->children[i].name, m->children[i].index);
        parameters_collect(list, m->children[i].module, &path);
    }
}
