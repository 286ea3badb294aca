/* scores.c - from queries and keys to weights, step by step. */
#include "attention_shared.h"
#include <math.h>

Tensor *attention_scores(Tensor *q, Tensor *k)
{
    scores_check(q, k);

    Tensor *columns = tensor_transpose(k, -1, -2); /* (..., D, Tk) */
    return tensor_matmul(q, columns);
}

Tensor *attention_scale(Tensor *scores, long head_dim)
{
    scale_check(head_dim);

    Tensor *root = tensor_scalar((real)sqrt((double)head_dim));
    return tensor_div(scores, root);
}

Tensor *attention_mask(Tensor *scores, Tensor *mask)
{
    if (mask == NULL)
        return scores;
    mask_check("attention_mask", mask, scores);

    Tensor *never = tensor_scalar(-INFINITY);
    return tensor_where(mask, scores, never);
}
