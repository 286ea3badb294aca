/* mha_want.c - multi-head attention in plain loops. */
#include "want.h"

static Tensor *linear(const Linear *l, const Tensor *x)
{
    Tensor *y = plain_matmul(x, l->weight);
    return l->bias == NULL ? y : plain_pair(y, l->bias, plus);
}

/* Columns first to first + width - 1 of a matrix or a bias. */
static Tensor *columns(const Tensor *t, long first, long width)
{
    Tensor view = *t;
    view.shape[t->ndim - 1] = width;
    view.data += first * t->stride[t->ndim - 1];
    return copy_of(&view);
}

/* Projection i (0 q, 1 k, 2 v), wherever its weights lie. */
static Tensor *project(const MultiHeadAttention *a, int i, const Tensor *x)
{
    const Linear *separate[] = {a->q, a->k, a->v};
    long C = a->embed_dim;
    if (a->qkv == NULL)
        return linear(separate[i], x);
    Linear part = {.weight = columns(a->qkv->weight, i * C, C),
                   .bias = a->qkv->bias ? columns(a->qkv->bias, i * C, C) : NULL};
    return linear(&part, x);
}

/* Allowed by both, (B, T, T) or (T, T); mask may be NULL. */
static Tensor *with_causal(const Tensor *mask, long T)
{
    Tensor *both = mask != NULL ? copy_of(mask) : blank(SHAPE(T, T));
    for (long i = 0; i < plain_numel(both); i++)
        both->data[i] = i % T <= i / T % T && (mask == NULL || both->data[i] == 1);
    return both;
}

Tensor *mha_want(const MultiHeadAttention *a, const Tensor *x, const Tensor *memory,
                 const Tensor *mask)
{
    long H = a->num_heads;
    Tensor *q = split_want(project(a, 0, x), H);
    Tensor *k = split_want(project(a, 1, memory), H), *v = split_want(project(a, 2, memory), H);
    return linear(a->out, merged_want(output_want(q, k, v, mask)));
}

Tensor *looking_back_want(const MultiHeadAttention *a, const Tensor *x, const Tensor *mask)
{
    return mha_want(a, x, x, with_causal(mask, x->shape[1]));
}
