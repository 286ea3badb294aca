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

static double where_allowed(double score, double allowed)
{
    return allowed == 0 ? -INFINITY : score;
}

Tensor *masked_want(const Tensor *scores, const Tensor *mask)
{
    return mask == NULL ? copy_of(scores) : plain_pair(scores, mask, where_allowed);
}

Tensor *weights_want(const Tensor *scores)
{
    return plain_softmax(scores, -1);
}
