/* codes_want.c - 11.7: so far apart, no product that differs, no number beyond 1. */
#include "want.h"

Tensor *codes_want(const CodeSize *sizes, long n)
{
    Tensor *t = blank(SHAPE(3, n));
    for (long i = 0; i < n; i++) {
        t->data[i] = (real)sizes[i].apart;
        t->data[2 * n + i] = 1;
    }
    return t;
}
