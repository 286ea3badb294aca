/* checkpoint_want.c - what a checkpoint holds. */
#include "want.h"

/* first, first + 1, ... arrive in n tensors, and no others are listed. */
Tensor *tensors_want(long n, long first)
{
    Tensor *t = blank(SHAPE(n + 1));
    for (long i = 0; i < n; i++)
        t->data[i] = (real)(first + i);
    return t;
}

Tensor *counts_want(long first, long second)
{
    return values(SHAPE(2), VALUES((real)first, (real)second));
}
