/* mha.c - multi-head attention: project, split, attend, merge, project. */
#include "attention_shared.h"

Tensor *mha_cross(MultiHeadAttention *a, Tensor *x, Tensor *memory, Tensor *mask)
{
    mha_check_inputs(a, x, memory);

    Tensor *q, *k, *v;
    if (a->qkv != NULL) {
        Projected p = project_in_one(a, x, memory);
        q = p.q;
        k = p.k;
        v = p.v;
    } else {
        q = linear_forward(a->q, x);
        k = linear_forward(a->k, memory);
        v = linear_forward(a->v, memory);
    }

    long H = a->num_heads;
    q = split_heads(q, H); /* (B, H, Tq, D) */
    k = split_heads(k, H); /* (B, H, Tk, D) */
    v = split_heads(v, H);
    Tensor *found = attention_output(q, k, v, mask, a->causal, a->dropout);
    Tensor *merged = merge_heads(found); /* (B, Tq, C) */
    return linear_forward(a->out, merged);
}
