/* Turns k itself around, strides and all, in place of a view of it.
 *
 * then: nothing
 * earns: 0
 * outcome: wrong
 */
#include "attention_shared.h"
#include <math.h>

Tensor *attention_scores(Tensor *q, Tensor *k)
{
    int i = k->ndim - 1;
    long shape = k->shape[i], stride = k->stride[i];
    scores_check(q, k);
    k->shape[i] = k->shape[i - 1];
    k->shape[i - 1] = shape;
    k->stride[i] = k->stride[i - 1];
    k->stride[i - 1] = stride;
    return tensor_matmul(q, k);
}
Tensor *attention_scale(Tensor *scores, long head_dim)
{
    return tensor_mul_scalar(scores, (real)(1 / sqrt((double)head_dim)));
}
Tensor *attention_mask(Tensor *scores, Tensor *mask)
{
    return mask == NULL ? scores : tensor_masked_fill(scores, mask_invert(mask), (real)-INFINITY);
}
Tensor *attention_weights(Tensor *scores)
{
    return tensor_softmax(scores, -1);
}
