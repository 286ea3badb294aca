/* tested_want.c - which functions are right: those that were drawn so. */
#include "want.h"

Tensor *verdicts_want(uint64_t right, long n)
{
    Tensor *want = blank(SHAPE(n));
    for (long i = 0; i < n; i++)
        want->data[i] = (real)(right >> i & 1);
    return want;
}
