/* cause_want.c - 08.8: the mistakes that were made. */
#include "want.h"

Tensor *causes_want(const long *causes, long n)
{
    Tensor *t = blank(SHAPE(n));
    for (long i = 0; i < n; i++)
        t->data[i] = (real)causes[i];
    return t;
}
