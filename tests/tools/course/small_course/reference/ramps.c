/* ramps.c - numbers in a row. */
#include "small.h"

/* ---- 90.4 ---------------------------------------------------------------------------------------- */

Tensor *small_ramp(long n)
{
    Tensor *t = tensor_new(SHAPE(n));
    for (long i = 0; i < n; i++)
        t->data[i] = (real)i;
    return t;
}

/* ---- 90.5 ---------------------------------------------------------------------------------------- */

double small_last(const Tensor *t)
{
    return (double)t->data[t->shape[0] - 1];
}
