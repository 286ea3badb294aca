/* scores_want.c - from queries and keys to weights, in plain loops. */
#include "want.h"

Tensor *scores_want(const Tensor *q, const Tensor *k)
{
    return plain_matmul(q, plain_transpose(k, -2, -1));
}

Tensor *scale_want(const Tensor *scores, long head_dim)
{
    return plain_scaled(scores, 1 / sqrt((double)head_dim));
}

Tensor *masked_want(const Tensor *scores, const Tensor *mask)
{
    Tensor *out = copy_of(scores);
    if (mask == NULL)
        return out;
    long inner = mask->shape[mask->ndim - 1] * mask->shape[mask->ndim - 2];
    for (long i = 0; i < plain_numel(scores); i++)
        if (mask->data[i % inner] == 0)
            out->data[i] = (real)-INFINITY;
    return out;
}

Tensor *weights_want(const Tensor *scores)
{
    return plain_softmax(scores, -1);
}
