/* count_parameters.c - how large a model is: the numbers that it learns.
 *
 * Invariant: a tensor counts once. Tied weights are one tensor under two names.
 */
#include "measure_check.h"

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
