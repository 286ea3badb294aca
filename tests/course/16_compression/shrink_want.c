/* shrink_want.c - rows and columns that stay, in plain loops. */
#include "want.h"

/* How many channels come before j: longer ones, and of equal ones the first. */
static long beaten(const Tensor *norm, long j)
{
    long count = 0;
    for (long i = 0; i < norm->shape[0]; i++)
        count += norm->data[i] > norm->data[j] || (norm->data[i] == norm->data[j] && i < j);
    return count;
}

/* -1 behind the channels. */
Tensor *largest_want(const Tensor *norm, long keep, long room)
{
    Tensor *t = blank(SHAPE(room));
    long next = 0;
    for (long j = 0; j < norm->shape[0]; j++)
        if (beaten(norm, j) < keep)
            t->data[next++] = (real)j;
    while (next < room)
        t->data[next++] = -1;
    return t;
}

static bool stays(long j, long keep, const long *which)
{
    for (long k = 0; k < keep; k++)
        if (which[k] == j)
            return true;
    return false;
}

Tensor *kept_columns_want(const Tensor *w, long keep, const long *which)
{
    Tensor *t = blank(SHAPE(w->shape[0], keep));
    for (long i = 0; i < w->shape[0]; i++)
        for (long k = 0; k < keep; k++)
            t->data[i * keep + k] = (real)at(w, AT(i, which[k]));
    return t;
}

Tensor *kept_bias_want(const Tensor *b, long keep, const long *which)
{
    Tensor *t = blank(SHAPE(keep));
    for (long k = 0; k < keep; k++)
        t->data[k] = b->data[which[k]];
    return t;
}

Tensor *kept_rows_want(const Tensor *w, long keep, const long *which)
{
    Tensor *t = blank(SHAPE(keep, w->shape[1]));
    for (long k = 0; k < keep; k++)
        for (long j = 0; j < w->shape[1]; j++)
            t->data[k * w->shape[1] + j] = (real)at(w, AT(which[k], j));
    return t;
}

Tensor *zeroed_network_want(const Tensor *x, const Tensor *w, const Tensor *b, const Tensor *next,
                            const Tensor *next_bias, long keep, const long *which)
{
    Tensor *h = plain_matmul(x, w), *y;
    long hidden = w->shape[1];
    for (long i = 0; i < tensor_numel(h); i++) {
        double value = (double)h->data[i] + (double)b->data[i % hidden];
        h->data[i] = (real)(stays(i % hidden, keep, which) && value > 0 ? value : 0);
    }
    y = plain_matmul(h, next);
    for (long i = 0; i < tensor_numel(y); i++)
        y->data[i] += next_bias->data[i % next->shape[1]];
    return y;
}
