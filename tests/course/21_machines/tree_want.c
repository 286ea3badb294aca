/* tree_want.c - the sum of a column in one order. */
#include "want.h"

enum { MOST_LEAVES = 32 };

/* The left part is the largest power of two below S. */
static real tree(const real *x, long S)
{
    long left = 1;
    if (S == 1)
        return x[0];
    while (2 * left < S)
        left *= 2;
    return tree(x, left) + tree(x + left, S - left);
}

Tensor *tree_want(const Tensor *leaves, long count, long step)
{
    long n = leaves->shape[1];
    real x[MOST_LEAVES];
    Tensor *t = blank(SHAPE(n));
    for (long j = 0; j < n; j++) {
        for (long i = 0; i < count; i++)
            x[i] = leaves->data[i * step * n + j];
        t->data[j] = tree(x, count);
    }
    return t;
}
