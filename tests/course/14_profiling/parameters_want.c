/* parameters_want.c - each tensor once. */
#include "want.h"

long parameters_want(const Registered *r)
{
    long once = 0;
    for (long i = 0; i < r->n; i++)
        once += r->tensor[i] == i ? r->numbers[i] : 0;
    return once;
}
