/* step_want.c - one step of an optimizer that adds o->step[i] to parameter i. */
#include "want.h"

Tensor *step_want(const Tensor *before, const Tensor *has_gradient)
{
    long n = before->shape[1];
    Tensor *after = copy_of(before);
    for (long i = 0; i < n; i++) {
        if (has_gradient->data[i] == 0)
            continue;
        after->data[n + i] += 1;
        after->data[i] += after->data[n + i];
    }
    return after;
}
