/* start_want.c - 03.8: numbers of size 1 make a row as long as the root of its width. */
#include "want.h"

Tensor *lengths_want(long n, const long *a, const long *b, long bends)
{
    Tensor *t = blank(SHAPE(n, 2 * bends));
    for (long i = 0; i < n * 2 * bends; i++)
        t->data[i] = (real)sqrt((double)(i % 2 == 0 ? b : a)[i / (2 * bends)]);
    return t;
}
