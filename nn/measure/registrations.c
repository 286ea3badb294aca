/* registrations.c - every parameter of a model, as often as it is registered. */
#include "costs.h"

static long count_below(const Module *m)
{
    long n = m->n_parameters;
    for (int i = 0; i < m->n_children; i++)
        n += count_below(m->children[i].module);
    return n;
}

static Tensor **collect(const Module *m, Tensor **place)
{
    for (int i = 0; i < m->n_parameters; i++)
        *place++ = m->parameter[i].tensor;
    for (int i = 0; i < m->n_children; i++)
        place = collect(m->children[i].module, place);
    return place;
}

Tensor **module_registrations(const Module *m, long *count)
{
    *count = count_below(m);
    Tensor **list = scope_alloc(scope_current(), (size_t)(*count + 1) * sizeof(Tensor *));
    collect(m, list);
    return list;
}
