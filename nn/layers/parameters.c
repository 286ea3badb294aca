/* parameters.c - every parameter of a model by its path, in one flat list.
 *
 * Optimizers, gradient clipping, files and summaries want the leaves and nothing of the tree.
 * parameters_of walks it once, parents before children, in the order of registration.
 *
 * Invariant: a tensor appears once, so that tied weights are updated and saved once. The list owns
 * its names and never its tensors.
 */
#include <string.h>
#include "layer_parts.h"

/* ---- the list -------------------------------------------------------------------------------- */

ParameterList *parameters_new(void)
{
    return owned_alloc(sizeof(ParameterList));
}

void parameters_free(ParameterList *list)
{
    if (list == NULL)
        return;
    for (long i = 0; i < list->count; i++)
        owned_free(list->name[i]);
    owned_free(list->name);
    owned_free(list->tensor);
    owned_free(list);
}

/* A copy of n pointers with room for more. */
static void *more_room(void *pointers, long n, long capacity)
{
    void *larger = owned_alloc((size_t)capacity * sizeof(void *));
    if (n > 0)
        memcpy(larger, pointers, (size_t)n * sizeof(void *));
    owned_free(pointers);
    return larger;
}

Tensor *parameters_find(const ParameterList *list, const char *name)
{
    for (long i = 0; i < list->count; i++) {
        if (strcmp(list->name[i], name) == 0)
            return list->tensor[i];
    }
    return NULL;
}

void parameters_add(ParameterList *list, const char *name, Tensor *t)
{
    if (parameters_find(list, name) != NULL)
        fail("parameters_add: the name \"%s\" is taken", name);
    for (long i = 0; i < list->count; i++)
        if (list->tensor[i] == t)
            fail("parameters_add: \"%s\" is listed already, as \"%s\": it would be clipped twice, "
                 "and step twice. hint: add a shared tensor once, as parameters_of does",
                 name, list->name[i]);
    if (list->count == list->capacity) {
        long capacity = list->capacity == 0 ? 16 : 2 * list->capacity;
        list->name = more_room(list->name, list->count, capacity);
        list->tensor = more_room(list->tensor, list->count, capacity);
        list->capacity = capacity;
    }
    char *copy = owned_alloc(strlen(name) + 1);
    strcpy(copy, name);
    list->name[list->count] = copy;
    list->tensor[list->count++] = t;
}

bool parameters_listed(const ParameterList *list, const Tensor *t)
{
    for (long i = 0; i < list->count; i++) {
        if (list->tensor[i] == t)
            return true;
    }
    return false;
}

/* ---- the walk -------------------------------------------------------------------------------- */

Path path_below(const Path *parent, const char *name, int index)
{
    Path p = *parent;
    char number[16] = "";
    if (index >= 0)
        snprintf(number, sizeof number, "%d", index);
    int n =
        snprintf(p.text + p.length, sizeof p.text - p.length, "%s%s%s%s", p.length > 0 ? "." : "",
                 name != NULL ? name : "", name != NULL && index >= 0 ? "." : "", number);
    if (p.length + (size_t)n >= sizeof p.text)
        fail("parameters_of: the path \"%s...\" is longer than %zu characters", p.text,
             sizeof p.text - 1);
    p.length += (size_t)n;
    return p;
}

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

ParameterList *parameters_of(Module *m)
{
    UNDO_ON_FAIL;
    ParameterList *list = parameters_new();
    parameters_collect(list, m, &(Path){.length = 0});
    return list;
}

/* ---- what is asked of all of them ------------------------------------------------------------ */

/* Optimizers, gradient clipping, files and summaries want the leaves and nothing of the tree.
 * parameters_of walks it once, parents before children, in the order of registration.
 * 
 * Invariant: a tensor appears once, so that tied weights are updated and saved once. The list owns
 * its names and never its tensors. */

long parameters_numel(const ParameterList *list)
{
    long total = 0;
    for (long i = 0; i < list->count; i++)
        total += tensor_numel(list->tensor[i]);
    return total;
}

void parameters_zero_grad(const ParameterList *list)
{
    for (long i = 0; i < list->count; i++)
        tensor_zero_grad(list->tensor[i]);
}

void module_summary(FILE *stream, Module *m)
{
    ParameterList *list = parameters_of(m);
    int width = 5; /* of "total" */
    for (long i = 0; i < list->count; i++) {
        int length = (int)strlen(list->name[i]);
        width = length > width ? length : width;
    }
    for (long i = 0; i < list->count; i++) {
        const Tensor *t = list->tensor[i];
        fprintf(stream, "%-*s  %-16s %12ld\n", width, list->name[i], tensor_shape_text(t),
                tensor_numel(t));
    }
    fprintf(stream, "%-*s  %-16s %12ld\n", width, "total", "", parameters_numel(list));
    parameters_free(list);
}
