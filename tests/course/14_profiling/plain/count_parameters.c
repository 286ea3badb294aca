/* count_parameters.c - how large a model is. */
#include "measure_check.h"

long count_parameters(const Module *m)
{
    long count;
    Tensor **list = module_registrations(m, &count);

    long sum = 0;
    for (long i = 0; i < count; i++) {
        bool seen = false;
        for (long j = 0; j < i; j++) {
            if (list[j] == list[i])
                seen = true;
        }
        if (!seen)
            sum += tensor_numel(list[i]);
    }
    return sum;
}
