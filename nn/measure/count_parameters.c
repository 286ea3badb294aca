/* count_parameters.c - how large a model is: the numbers that it learns.
 *
 * Invariant: a tensor counts once. Tied weights are one tensor under two names.
 */
#include "measure_check.h"

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

static bool seen_before(Tensor *const list[], long i)
{
    for (long j = 0; j < i; j++)
        if (list[j] == list[i])
            return true;
    return false;
}

EXERCISE
long count_parameters(const Module *m)
{
    long count, sum = 0;
    Tensor **list = module_registrations(m, &count);
    for (long i = 0; i < count; i++)
        if (!seen_before(list, i))
            sum += tensor_numel(list[i]);
    return sum;
}
