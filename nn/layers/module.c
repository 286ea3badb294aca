/* module.c - a layer is a struct that starts with a Module: named parameters, named children.
 *
 * Because every layer looks the same from here, walking a model, switching it to evaluation and
 * freeing it are written once, whatever the layers compute.
 *
 * Invariant: everything has one owner. A parameter belongs to the module that made it, a child to
 * the module it was registered with. module_free goes down that tree and frees each thing once;
 * tied weights are a second name for a parameter, not a second owner.
 */
#include <string.h>
#include "layer_parts.h"

void *module_new(size_t size, const char *kind, Tensor *(*forward)(Module *self, Tensor *x))
{
    Module *m = owned_alloc(size);
    m->kind = kind;
    m->forward = forward;
    m->training = true;
    return m;
}

/* ---- building -------------------------------------------------------------------------------- */

static void check_slot(const char *operation, const Module *m, const char *name)
{
    for (int i = 0; i < m->n_parameters; i++) {
        if (strcmp(m->parameter[i].name, name) == 0)
            fail("%s: %s already has a parameter \"%s\"", operation, m->kind, name);
    }
    for (int i = 0; i < m->n_buffers; i++) {
        if (strcmp(m->buffer[i].name, name) == 0)
            fail("%s: %s already has a buffer \"%s\"", operation, m->kind, name);
    }
}

void *module_room(void *array, int n, size_t size)
{
    size_t count = (size_t)n;
    if ((count & (count - 1)) != 0)
        return array;
    void *larger = owned_alloc((n == 0 ? 1 : 2 * count) * size);
    if (n > 0)
        memcpy(larger, array, count * size);
    owned_free(array);
    return larger;
}

/* Room comes first: where there is none, nothing has been made yet that would be lost. */
static void make_room(Module *m)
{
    m->parameter = module_room(m->parameter, m->n_parameters, sizeof *m->parameter);
}

Tensor *module_parameter(Module *m, const char *name, int ndim, const long *shape)
{
    check_slot("module_parameter", m, name);
    make_room(m);
    Tensor *t = tensor_named(tensor_new_in(NULL, ndim, shape), name);
    m->parameter[m->n_parameters++] = (ModuleParameter){name, tensor_requires_grad(t), false};
    return t;
}

void module_share(Module *m, const char *name, Tensor *parameter)
{
    check_slot("module_share", m, name);
    if (parameter->scope != NULL)
        fail("module_share: \"%s\" %s ends with its scope, expected an owned tensor. hint: share "
             "what module_parameter made",
             name, tensor_shape_text(parameter));
    make_room(m);
    m->parameter[m->n_parameters++] = (ModuleParameter){name, parameter, true};
}

static void disown(void *child)
{
    ((Module *)child)->owner = NULL;
}

static void adopt(const char *operation, Module *m, ModuleChild child)
{
    if (child.module->owner != NULL)
        fail("%s: this %s already belongs to a %s, and a module has one owner. hint: make a second "
             "one; module_share ties weights",
             operation, child.module->kind, child.module->owner->kind);
    if (child.name == NULL && child.index < 0)
        fail("%s: a child of %s needs a name or an index", operation, m->kind);
    m->children = module_room(m->children, m->n_children, sizeof *m->children);
    owned_undo(child.module, disown);
    child.module->owner = m;
    m->children[m->n_children++] = child;
}

void module_add(Module *m, const char *name, Module *child)
{
    adopt("module_add", m, (ModuleChild){.name = name, .index = -1, .module = child});
}

void module_child(Module *m, const char *name, int index, Module *child)
{
    adopt("module_child", m, (ModuleChild){.name = name, .index = index, .module = child});
}

/* ---- using ----------------------------------------------------------------------------------- */

/* Learning, or being used: one flag for a whole model. */
EXERCISE
void module_train(Module *m, bool training)
{
    m->training = training;
    for (int i = 0; i < m->n_children; i++)
        module_train(m->children[i].module, training);
}

/* A layer in a row of layers has a number there, -1 elsewhere. */
static int place_in_row(const Module *m)
{
    if (m->owner == NULL || m->owner->forward != sequential_forward)
        return -1;
    int i = 0;
    while (m->owner->children[i].module != m)
        i++;
    return i;
}

Tensor *module_forward(Module *m, Tensor *x)
{
    if (m->forward == NULL)
        fail("module_forward: %s takes more than one tensor. hint: call its own forward function",
             m->kind);
    int place = place_in_row(m);
    if (place < 0)
        return m->forward(m, x);
    region_open(m->kind, place); /* a box in drawings of the graph: "Linear 0" */
    Tensor *y = m->forward(m, x);
    region_close();
    return y;
}

void module_free(Module *m)
{
    if (m == NULL)
        return;
    if (m->destroy != NULL)
        m->destroy(m);
    for (int i = 0; i < m->n_children; i++)
        module_free(m->children[i].module);
    for (int i = 0; i < m->n_parameters; i++) {
        if (!m->parameter[i].shared)
            tensor_free(m->parameter[i].tensor);
    }
    for (int i = 0; i < m->n_buffers; i++)
        tensor_free(m->buffer[i].tensor);
    owned_free(m->parameter);
    owned_free(m->buffer);
    owned_free(m->children);
    owned_free(m);
}
