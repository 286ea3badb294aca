/* scores_check.c - queries and keys that cannot be compared. */
#include "attention_shared.h"

void scores_check(const Tensor *q, const Tensor *k)
{
    if (q->ndim < 2 || k->ndim < 2)
        fail("attention_scores: q %s and k %s need at least two axes, (..., T, D)",
             tensor_shape_text(q), tensor_shape_text(k));
    long Dq = q->shape[q->ndim - 1], Dk = k->shape[k->ndim - 1];
    if (Dq != Dk)
        fail("attention_scores: q %s and k %s differ in their last axis, %ld against %ld. hint: a "
             "query and a key are compared number by number; k is transposed here, not before",
             tensor_shape_text(q), tensor_shape_text(k), Dq, Dk);
}

void scale_check(long head_dim)
{
    if (head_dim < 1)
        fail("attention_scale: head_dim is %ld, expected at least 1", head_dim);
}
