/* mha_want.c - multi-head attention in plain loops, right and with each of the mistakes people make. */
#include "want.h"

typedef enum {
    ALL_RIGHT,
    K_FROM_Q,
    V_FROM_K,
    ONE_PROJECTION,
    NO_OUTPUT_PROJECTION,
    MASK_DROPPED,
    ONE_HEAD,
    HEADS_OF_H, /* head_dim and num_heads have changed places */
    SPLIT_BY_RESHAPE,
    MERGE_BY_RESHAPE,
    QUERIES_FROM_MEMORY,
    ALL_FROM_X,
    VALUES_ONLY,
    OUT_TWICE,
    RESIDUAL,
    SLIPS
} Slip;

static const char *const said[SLIPS] = {
    [K_FROM_Q] = "the keys come out of the projection of the queries: K = memory W_K",
    [V_FROM_K] = "the values come out of the projection of the keys: V = memory W_V",
    [ONE_PROJECTION] =
        "all share one projection: queries, keys and values have matrices of their own",
    [NO_OUTPUT_PROJECTION] = "the output projection was forgotten: a->out comes last",
    [MASK_DROPPED] = "the mask has no effect: was it passed on to attention_output?",
    [ONE_HEAD] = "one wide head: split_heads was not used, or not with num_heads",
    [HEADS_OF_H] =
        "head_dim heads of width num_heads: either split_heads got head_dim, or it takes "
        "the one for the other",
    [SPLIT_BY_RESHAPE] = "the heads were split without the transpose",
    [MERGE_BY_RESHAPE] = "the heads were merged without the transpose back",
    [QUERIES_FROM_MEMORY] = "x asks: the queries come from x, not from memory",
    [ALL_FROM_X] = "memory answers: keys and values come from memory, not from x",
    [VALUES_ONLY] = "the weights are not used: this is the projection of the values alone",
    [OUT_TWICE] = "the output projection was applied twice",
    [RESIDUAL] = "x was added to the result: that is the block's work, not that of attention",
};

static Tensor *linear(const Linear *l, const Tensor *x)
{
    Tensor *y = plain_matmul(x, l->weight);
    return l->bias == NULL ? y : plain_pair(y, l->bias, plus);
}

/* Columns first, first + step, ... of a matrix or a bias. */
static Tensor *columns(const Tensor *t, long first, long step, long width)
{
    Tensor view = *t;
    view.shape[t->ndim - 1] = width;
    view.data += first * t->stride[t->ndim - 1];
    view.stride[t->ndim - 1] *= step;
    return copy_of(&view);
}

/* Projection i (0 q, 1 k, 2 v), wherever its weights lie. */
static Tensor *project(const MultiHeadAttention *a, int i, const Tensor *x)
{
    const Linear *separate[] = {a->q, a->k, a->v};
    long C = a->embed_dim;
    if (a->qkv == NULL)
        return linear(separate[i], x);
    Linear part = {.weight = columns(a->qkv->weight, i * C, 1, C),
                   .bias = a->qkv->bias ? columns(a->qkv->bias, i * C, 1, C) : NULL};
    return linear(&part, x);
}

static Tensor *split(const Tensor *x, long H, bool by_reshape)
{
    long B = x->shape[0], T = x->shape[1], D = x->shape[2] / H;
    if (by_reshape)
        return plain_reshape(x, SHAPE(B, H, T, D));
    return plain_transpose(plain_reshape(x, SHAPE(B, T, H, D)), 1, 2);
}

/* What comes after the projections, without the output projection. */
static Tensor *attended(const MultiHeadAttention *a, Tensor *const qkv[3], const Tensor *mask,
                        Slip slip)
{
    long H = slip == ONE_HEAD ? 1 : slip == HEADS_OF_H ? a->head_dim : a->num_heads;
    Tensor *heads[3];
    for (int i = 0; i < 3; i++)
        heads[i] = split(qkv[i], H, slip == SPLIT_BY_RESHAPE);
    Tensor *weights = plain_weights(heads[0], heads[1], slip == MASK_DROPPED ? NULL : mask);
    Tensor *context = slip == VALUES_ONLY ? heads[2] : plain_matmul(weights, heads[2]);
    long T = context->shape[2];
    if (slip != MERGE_BY_RESHAPE)
        context = plain_transpose(context, 1, 2);
    return plain_reshape(context, SHAPE(qkv[0]->shape[0], T, a->embed_dim));
}

static Tensor *mha_with(const MultiHeadAttention *a, const Tensor *x, const Tensor *memory,
                        const Tensor *mask, Slip slip)
{
    const Tensor *asks = slip == QUERIES_FROM_MEMORY ? memory : x;
    const Tensor *answers = slip == ALL_FROM_X ? x : memory;
    bool one = slip == ONE_PROJECTION;
    Tensor *qkv[] = {project(a, 0, asks), project(a, slip == K_FROM_Q || one ? 0 : 1, answers),
                     project(a,
                             one                ? 0
                             : slip == V_FROM_K ? 1
                                                : 2,
                             answers)};
    Tensor *context = attended(a, qkv, mask, slip);
    Tensor *y = slip == NO_OUTPUT_PROJECTION ? context : linear(a->out, context);
    if (slip == RESIDUAL)
        return plain_pair(y, x, plus);
    return slip == OUT_TWICE ? linear(a->out, y) : y;
}

/* ---- 12.14 mha_cross --------------------------------------------------------------------------------------- */

/* Which mistakes make a difference here? */
static bool shows(Slip slip, const Tensor *x, const Tensor *memory, const Tensor *mask)
{
    if (slip == MASK_DROPPED)
        return mask != NULL;
    if (slip == QUERIES_FROM_MEMORY || slip == ALL_FROM_X)
        return x != memory;
    return true;
}

Tensor *mha_want(const MultiHeadAttention *a, const Tensor *x, const Tensor *memory,
                 const Tensor *mask)
{
    for (Slip slip = 1; slip < SLIPS; slip++)
        if (shows(slip, x, memory, mask))
            MISTAKE(mha_with(a, x, memory, mask, slip), said[slip]);
    MISTAKE_MESSAGE("(2, 4, 3, 3) @ (2, 4, 5, 2)", "the keys come from x: memory answers, with "
                                                   "keys and with values");
    MISTAKE_MESSAGE("(2, 4, 3, 5) @ (2, 4, 3, 2)", "the values come from x: memory answers, with "
                                                   "keys and with values");
    return mha_with(a, x, memory, mask, ALL_RIGHT);
}

Tensor *looking_back_want(const MultiHeadAttention *a, const Tensor *x)
{
    long T = x->shape[1];
    Tensor *causal = blank(SHAPE(T, T));
    for (long i = 0; i < T * T; i++)
        causal->data[i] = i % T <= i / T;
    MISTAKE(
        mha_with(a, x, x, NULL, ALL_RIGHT),
        "the future leaks: either attention_output did not get a->causal, or mask_causal allows "
        "later keys");
    return mha_with(a, x, x, causal, ALL_RIGHT);
}

long mixed_heads_want(void)
{
    MISTAKE_NUMBER(INFINITY,
                   "single numbers of a head were dropped: dropout belongs on the weights, "
                   "before they meet v, not on the values and not on the result");
    return 0;
}

long whole_heads_want(long heads)
{
    MISTAKE_NUMBER(0,
                   "in training nothing was dropped: either attention_output did not get "
                   "a->dropout, or dropout came before the softmax (which gives a single key the "
                   "weight 1 whatever its score is), or the weights are not used");
    return heads;
}

/* ---- 12.15 project_in_one ------------------------------------------------------------------------------------- */

static Tensor *with_parts(const MultiHeadAttention *a, Tensor *q, Tensor *k, Tensor *v)
{
    return linear(a->out, attended(a, (Tensor *[]){q, k, v}, NULL, ALL_RIGHT));
}

/* Column 3 c + i belongs to part i. */
static Tensor *interleaved(const MultiHeadAttention *a, const Tensor *x)
{
    Tensor *all = linear(a->qkv, x);
    long C = a->embed_dim;
    return with_parts(a, columns(all, 0, 3, C), columns(all, 1, 3, C), columns(all, 2, 3, C));
}

/* A reshape of (B, T, 3C) to (3, B, T, C). */
static Tensor *cut_by_reshape(const MultiHeadAttention *a, const Tensor *x)
{
    Tensor *all = linear(a->qkv, x), *part[3];
    long n = x->shape[0] * x->shape[1] * a->embed_dim;
    for (int i = 0; i < 3; i++) {
        part[i] = blank(SHAPE(x->shape[0], x->shape[1], a->embed_dim));
        memcpy(part[i]->data, all->data + i * n, (size_t)n * sizeof(real));
    }
    return with_parts(a, part[0], part[1], part[2]);
}

Tensor *in_one_want(const MultiHeadAttention *a, const Tensor *x, const Tensor *memory)
{
    Tensor *q = project(a, 0, x), *k = project(a, 1, memory), *v = project(a, 2, memory);
    if (x == memory) {
        MISTAKE(with_parts(a, k, q, v),
                "q and k have changed places: the parts lie in the order q, k, v");
        MISTAKE(with_parts(a, q, v, k),
                "k and v have changed places: the parts lie in the order q, k, v");
        MISTAKE(with_parts(a, v, k, q),
                "q and v have changed places: the parts lie in the order q, k, v");
        MISTAKE(with_parts(a, q, q, q),
                "all three are the first part: q, k and v have C columns each");
        MISTAKE(with_parts(a, q, k, k),
                "v is the part of the keys: the parts lie in the order q, k, v");
        MISTAKE(interleaved(a, x), "every third column was taken: q, k and v lie side by side, C "
                                   "columns each");
        MISTAKE(cut_by_reshape(a, x), "the product was cut by a reshape: it gives the first tokens "
                                      "to q, not the first C columns");
    }
    MISTAKE_MESSAGE("tensor_split: ",
                    "the cut goes along the last axis, -1: three parts of C columns");
    return with_parts(a, q, k, v);
}
