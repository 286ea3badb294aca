/* masks_want.c - masks, entry by entry. */
#include "want.h"

Tensor *causal_want(long T)
{
    Tensor *t = blank(SHAPE(T, T));
    for (long i = 0; i < T * T; i++)
        t->data[i] = i % T <= i / T;
    return t;
}

Tensor *padding_want(const IntTensor *lengths, long T)
{
    Tensor *t = blank(SHAPE(lengths->shape[0], 1, 1, T));
    for (long i = 0; i < lengths->shape[0] * T; i++)
        t->data[i] = i % T < lengths->data[i / T];
    return t;
}

Tensor *combined_want(const Tensor *a, const Tensor *b)
{
    return plain_pair(a, b, times);
}
