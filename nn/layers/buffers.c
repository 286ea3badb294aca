/* buffers.c - tensors that belong to a module and are not trained: a running mean, a fixed table.
 *
 * Invariant: a buffer has no gradient and no optimizer sees it; a saved one is in every file that
 * holds the module's weights, under a path like theirs.
 */
#include "layer_parts.h"
#include <string.h>

static void check_buffer(const Module *m, const char *name)
{
    for (int i = 0; i < m->n_buffers; i++)
        if (strcmp(m->buffer[i].name, name) == 0)
            fail("module_buffer: %s already has a buffer \"%s\"", m->kind, name);
    for (int i = 0; i < m->n_parameters; i++)
        if (strcmp(m->parameter[i].name, name) == 0)
            fail("module_buffer: %s already has a parameter \"%s\"", m->kind, name);
}

Tensor *module_buffer(Module *m, const char *name, BufferKind kind, int ndim, const long *shape)
{
    check_buffer(m, name);
    m->buffer = module_room(m->buffer, m->n_buffers, sizeof *m->buffer);
    Tensor *t = tensor_named(tensor_new_in(NULL, ndim, shape), name);
    m->buffer[m->n_buffers++] = (ModuleBuffer){name, t, kind == BUFFER_SAVED};
    return t;
}

/* above: the path of m and a dot, "blocks.3.", or nothing. parameters_of has found all paths
 * short. */
static void collect(ParameterList *list, const Module *m, const char *above)
{
    char path[512];
    for (int i = 0; i < m->n_buffers; i++) {
        snprintf(path, sizeof path, "%s%s", above, m->buffer[i].name);
        if (m->buffer[i].saved && !parameters_listed(list, m->buffer[i].tensor))
            parameters_add(list, path, m->buffer[i].tensor);
    }
    for (int i = 0; i < m->n_children; i++) {
        const ModuleChild *child = &m->children[i];
        const char *name = child->name != NULL ? child->name : "";
        if (child->index < 0)
            snprintf(path, sizeof path, "%s%s.", above, name);
        else
            snprintf(path, sizeof path, "%s%s%s%d.", above, name, child->name != NULL ? "." : "",
                     child->index);
        collect(list, child->module, path);
    }
}

ParameterList *module_state(Module *m)
{
    UNDO_ON_FAIL;
    ParameterList *list = parameters_of(m);
    list->buffers = list->count;
    collect(list, m, "");
    list->after_buffers = list->count;
    return list;
}
