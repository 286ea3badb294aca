/* parameters.c - every parameter of a model by its path, in one flat list: the walk. */
#include "layer_parts.h"

void parameters_collect(ParameterList *list, const Module *m, const Path *here)
{
    for (int i = 0; i < m->n_parameters; i++) {
        Tensor *t = m->parameter[i].tensor;
        Path path = path_below(here, m->parameter[i].name, -1);
        if (!parameters_listed(list, t))
            parameters_add(list, path.text, t);
    }

    for (int i = 0; i < m->n_children; i++) {
        ModuleChild child = m->children[i];
        Path path = path_below(here, child.name, child.index);
        parameters_collect(list, child.module, &path);
    }
}
