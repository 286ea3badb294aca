/* small_want.c - right sums, squares and rows, and the known mistakes. */
#include "want.h"

long sum_want(long n)
{
    MISTAKE_NUMBER((double)(n * (n - 1) / 2), "the last one is missing: i runs up to n");
    return n * (n + 1) / 2;
}

long square_want(long n)
{
    MISTAKE_NUMBER((double)(2 * n), "doubled: a square is n times n");
    return n * n;
}

long larger_want(long a, long b)
{
    MISTAKE_NUMBER((double)(a < b ? a : b), "the smaller one");
    return a < b ? b : a;
}

Tensor *ramp_want(long n)
{
    Tensor *ramp = blank(SHAPE(n));
    for (long i = 0; i < n; i++)
        ramp->data[i] = (real)i;
    return ramp;
}

double last_want(const Tensor *t)
{
    MISTAKE_NUMBER(at(t, AT(0)), "the first one");
    return at(t, AT(t->shape[0] - 1));
}
