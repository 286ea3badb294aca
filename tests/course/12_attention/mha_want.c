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
    Q_WITH_K,
    K_WITH_V,
    NO_BIAS, /* of W_O */
    NO_BIAS_OF_Q,
    V_FOR_OUT,   /* W_V where W_O belongs */
    ALWAYS_BACK, /* causal, though a->causal is false */
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
    [Q_WITH_K] = "q and k have changed places: queries are rows",
    [K_WITH_V] = "k and v have changed places: keys make the weights, values the output",
    [NO_BIAS] = "the bias of a->out is missing: linear_forward adds it",
    [NO_BIAS_OF_Q] = "the bias of a->q is missing: linear_forward adds it",
    [V_FOR_OUT] = "a->v was used where a->out belongs",
    [ALWAYS_BACK] = "no token sees a later one, though a->causal is false",
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

/* Allowed by both, (B, T, T) or (T, T); mask may be NULL. */
static Tensor *with_causal(const Tensor *mask, long T)
{
    Tensor *both = mask != NULL ? copy_of(mask) : blank(SHAPE(T, T));
    for (long i = 0; i < tensor_numel(both); i++)
        both->data[i] = i % T <= i / T % T && (mask == NULL || both->data[i] == 1);
    return both;
}

/* What comes after the projections, without the output projection. */
static Tensor *attended(const MultiHeadAttention *a, Tensor *const qkv[3], const Tensor *mask,
                        Slip slip)
{
    long H = slip == ONE_HEAD ? 1 : slip == HEADS_OF_H ? a->head_dim : a->num_heads;
    Tensor *heads[3];
    for (int i = 0; i < 3; i++)
        heads[i] = split(qkv[i], H, slip == SPLIT_BY_RESHAPE);
    if (slip == Q_WITH_K || slip == K_WITH_V) {
        Tensor *k = heads[1], **other = &heads[slip == Q_WITH_K ? 0 : 2];
        heads[1] = *other;
        *other = k;
    }
    if (slip == ALWAYS_BACK)
        mask = with_causal(mask, qkv[0]->shape[1]);
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
    Tensor *q = slip == NO_BIAS_OF_Q ? plain_matmul(asks, a->q->weight) : project(a, 0, asks);
    Tensor *qkv[] = {q, project(a, slip == K_FROM_Q || one ? 0 : 1, answers),
                     project(a,
                             one                ? 0
                             : slip == V_FROM_K ? 1
                                                : 2,
                             answers)};
    Tensor *context = attended(a, qkv, mask, slip);
    if (slip == NO_BIAS)
        return plain_matmul(context, a->out->weight);
    Tensor *y =
        slip == NO_OUTPUT_PROJECTION ? context : linear(slip == V_FOR_OUT ? a->v : a->out, context);
    if (slip == RESIDUAL)
        return plain_pair(y, x, plus);
    return slip == OUT_TWICE ? linear(a->out, y) : y;
}

/* ---- 12.14 mha_cross --------------------------------------------------------------------------------------- */

/* Which mistakes make a difference here? */
static bool shows(const MultiHeadAttention *a, Slip slip, const Tensor *x, const Tensor *memory,
                  const Tensor *mask)
{
    if (slip == MASK_DROPPED)
        return mask != NULL;
    if (slip == QUERIES_FROM_MEMORY || slip == ALL_FROM_X)
        return x != memory;
    if (slip == NO_BIAS_OF_Q || slip == V_FOR_OUT)
        return a->qkv == NULL;
    if (slip == Q_WITH_K || slip == ALWAYS_BACK)
        return x->shape[1] == memory->shape[1];
    return true;
}

Tensor *mha_want(const MultiHeadAttention *a, const Tensor *x, const Tensor *memory,
                 const Tensor *mask)
{
    for (Slip slip = 1; slip < SLIPS; slip++)
        if (shows(a, slip, x, memory, mask))
            MISTAKE(mha_with(a, x, memory, mask, slip), said[slip]);
    if (x != memory)
        MISTAKE(mha_with(a, memory, x, mask, ALL_RIGHT),
                "x and memory have changed places: x asks, memory answers");
    if (a->qkv != NULL)
        MISTAKE_MESSAGE("pointer that is NULL",
                        "where a->qkv holds all three, a->q, a->k and a->v are NULL: "
                        "project_in_one gives q, k and v then");
    MISTAKE_MESSAGE("(2, 4, 5, 3) @ (2, 4, 5, 2)",
                    "either q and k have changed places, or the weights were transposed: rows are "
                    "queries");
    MISTAKE_MESSAGE("causal needs as many queries as keys", said[ALWAYS_BACK]);
    MISTAKE_MESSAGE("(2, 4, 3, 3) @ (2, 4, 5, 2)", "the keys come from x: memory answers, with "
                                                   "keys and with values");
    MISTAKE_MESSAGE("(2, 4, 3, 5) @ (2, 4, 3, 2)", "the values come from x: memory answers, with "
                                                   "keys and with values");
    return mha_with(a, x, memory, mask, ALL_RIGHT);
}

Tensor *looking_back_want(const MultiHeadAttention *a, const Tensor *x, const Tensor *mask)
{
    Tensor *causal = with_causal(mask, x->shape[1]);
    if (mask != NULL)
        MISTAKE(mha_with(a, x, x, with_causal(NULL, x->shape[1]), ALL_RIGHT),
                "with a->causal the mask was lost: allowed is what both allow");
    MISTAKE(mha_with(a, x, x, mask, ALL_RIGHT),
            mask == NULL ? "the future leaks: either attention_output did not get a->causal, or "
                           "mask_causal allows later keys"
                         : "the future leaks: either attention_output did not get a->causal, or "
                           "mask_causal or mask_combine allows later keys");
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

/* As the test puts them: (3, B, T, C). */
static Tensor *with_parts(const Tensor *q, const Tensor *k, const Tensor *v)
{
    const Tensor *parts[] = {q, k, v};
    long n = tensor_numel(q);
    Tensor *all = blank(SHAPE(3, q->shape[0], q->shape[1], q->shape[2]));
    for (int i = 0; i < 3; i++)
        memcpy(all->data + i * n, parts[i]->data, (size_t)n * sizeof(real));
    return all;
}

/* Column 3 c + i belongs to part i. */
static Tensor *interleaved(const MultiHeadAttention *a, const Tensor *x)
{
    Tensor *all = linear(a->qkv, x);
    long C = a->embed_dim;
    return with_parts(columns(all, 0, 3, C), columns(all, 1, 3, C), columns(all, 2, 3, C));
}

Tensor *in_one_want(const MultiHeadAttention *a, const Tensor *x)
{
    Tensor *q = project(a, 0, x), *k = project(a, 1, x), *v = project(a, 2, x);
    Tensor *all = linear(a->qkv, x), *bare = plain_matmul(x, a->qkv->weight);
    long C = a->embed_dim;
    MISTAKE(with_parts(k, q, v), "q and k have changed places: the parts lie in the order q, k, v");
    MISTAKE(with_parts(q, v, k), "k and v have changed places: the parts lie in the order q, k, v");
    MISTAKE(with_parts(v, k, q), "q and v have changed places: the parts lie in the order q, k, v");
    MISTAKE(with_parts(q, q, q), "all three are the first part: q, k and v have C columns each");
    MISTAKE(with_parts(q, k, k), "v is the part of the keys: the parts lie in the order q, k, v");
    MISTAKE(interleaved(a, x),
            "every third column was taken: q, k and v lie side by side, C columns each");
    MISTAKE(plain_reshape(all, SHAPE(3, x->shape[0], x->shape[1], C)),
            "the product was cut by a reshape: it gives the first tokens to q, not the first C "
            "columns");
    MISTAKE(with_parts(columns(bare, 0, 1, C), columns(bare, C, 1, C), columns(bare, 2 * C, 1, C)),
            "the bias of a->qkv is missing: linear_forward adds it");
    MISTAKE_MESSAGE("tensor_split: ",
                    "the cut goes along the last axis, -1: three parts of C columns");
    return with_parts(q, k, v);
}
