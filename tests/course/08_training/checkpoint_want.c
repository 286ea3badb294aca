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

const char *moments_outside_want(void)
{
    return "weight, bias, optimizer.exp_avg.weight, optimizer.exp_avg.bias, "
           "optimizer.exp_avg_sq.weight, optimizer.exp_avg_sq.bias";
}

Tensor *counts_want(long first, long second)
{
    return values(SHAPE(2), VALUES((real)first, (real)second));
}
