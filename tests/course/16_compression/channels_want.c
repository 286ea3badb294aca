/* channels_want.c - norms, and channels that stay, in plain loops. */
#include "want.h"

/* ---- 16.3 ----------------------------------------------------------------------------------------------- */

Tensor *norms_want(const Tensor *w)
{
    Tensor *t = blank(SHAPE(w->shape[1]));
    for (long j = 0; j < w->shape[1]; j++) {
        double squares = 0;
        for (long i = 0; i < w->shape[0]; i++)
            squares += at(w, AT(i, j)) * at(w, AT(i, j));
        t->data[j] = (real)sqrt(squares);
    }
    return t;
}

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
