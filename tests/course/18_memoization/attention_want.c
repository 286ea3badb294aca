/* attention_want.c - attention with a cache in plain loops. */
#include "want.h"

typedef enum { RIGHT, NO_MASK, FROM_0, NO_SELF, ROW_0, LONGEST, NO_SCALE, LAYER_0, SLIPS } Slip;

static const char *const said[SLIPS] = {
    [NO_MASK] = "nothing was hidden: a query saw keys that come after it, or that no row has",
    [FROM_0] = "a causal mask from query 0 on: the queries are the last n tokens, not the first",
    [NO_SELF] = "a token does not see itself: its own key counts, too",
    [ROW_0] = "the length of row 0 was taken for all rows",
    [LONGEST] =
        "the longest row's length was taken for all rows: shorter ones saw what is nobody's key",
    [NO_SCALE] = "the scores were not divided by sqrt(D)",
    [LAYER_0] = "the keys and values are those of layer 0: the layer is an argument",
};

static bool sees(const KvCache *c, long layer, long b, long i, long n, long j, Slip slip)
{
    long row = slip == ROW_0 ? 0 : b, T = kv_cache_longest(c, layer);
    long length = slip == LONGEST ? T : kv_cache_length(c, layer, row);
    long last = slip == FROM_0 ? i : length - n + i - (slip == NO_SELF);
    return slip == NO_MASK || j <= last;
}

static Tensor *attended(const Tensor *q, const KvCache *c, long layer, Slip slip)
{
    long B = q->shape[0], H = q->shape[1], n = q->shape[2], D = q->shape[3];
    long T = kv_cache_longest(c, layer), l = slip == LAYER_0 ? 0 : layer;
    Tensor *out = blank(4, q->shape);
    for (long b = 0; b < B; b++)
        for (long h = 0; h < H; h++)
            for (long i = 0; i < n; i++) {
                double weight[64], sum = 0;
                for (long j = 0; j < T; j++) {
                    double score = 0;
                    for (long d = 0; d < D; d++)
                        score += at(q, AT(b, h, i, d)) * at(c->keys, AT(l, b, h, j, d));
                    weight[j] = sees(c, layer, b, i, n, j, slip)
                                    ? exp(slip == NO_SCALE ? score : score / sqrt((double)D))
                                    : 0;
                    sum += weight[j];
                }
                for (long d = 0; d < D; d++) {
                    double y = 0;
                    for (long j = 0; j < T && sum > 0; j++)
                        y += weight[j] / sum * at(c->values, AT(l, b, h, j, d));
                    out->data[((b * H + h) * n + i) * D + d] = (real)y;
                }
            }
    return out;
}

Tensor *attended_want(const Tensor *q, const KvCache *c, long layer)
{
    Tensor *right = attended(q, c, layer, RIGHT);
    for (Slip slip = 1; slip < SLIPS; slip++)
        if (layer > 0 || slip != LAYER_0)
            MISTAKE(attended(q, c, layer, slip), said[slip]);
    return right;
}

/* ---- 18.5 mha_cached ------------------------------------------------------------------------------------- */

typedef enum { MHA_RIGHT, APPEND_AFTER, K_FOR_V, X_AGAIN, NO_OUT, UNMERGED, MHA_SLIPS } MhaSlip;

static const char *const mha_said[MHA_SLIPS] = {
    [APPEND_AFTER] =
        "the queries attended before the new keys counted: append first, since a token is one "
        "of its own keys",
    [K_FOR_V] = "the keys were appended as values, too",
    [X_AGAIN] = "the queries are x itself: they need their projection",
    [NO_OUT] = "the last projection is missing: a->out mixes the heads",
    [UNMERGED] = "the heads were merged by a reshape alone: time comes in front of them first",
};

/* A copy of c with n more tokens in the layer. */
static KvCache *grown_cache(const KvCache *c, long layer, Tensor *k, Tensor *v)
{
    KvCache *to = scope_alloc(scope_current(), sizeof *to);
    long layers = c->keys->shape[0], B = c->keys->shape[1], H = c->keys->shape[2];
    long capacity = c->keys->shape[3], D = c->keys->shape[4], n = k->shape[2];
    *to = (KvCache){copy_of(c->keys), copy_of(c->values), int_tensor_new(SHAPE(B, layers))};
    memcpy(to->lengths->data, c->lengths->data, (size_t)(B * layers) * sizeof(int));
    for (long i = 0; i < B * H * n * D; i++) {
        long d = i % D, t = i / D % n, h = i / D / n % H, b = i / D / n / H;
        long place = c->lengths->data[b * layers + layer] + t;
        long at_0 = (((layer * B + b) * H + h) * capacity + place) * D + d;
        to->keys->data[at_0] = (real)at(k, AT(b, h, t, d));
        to->values->data[at_0] = (real)at(v, AT(b, h, t, d));
    }
    for (long b = 0; b < B; b++)
        to->lengths->data[b * layers + layer] += (int)n;
    return to;
}

static Tensor *plain_heads(const Tensor *x, long H)
{
    long B = x->shape[0], n = x->shape[1], D = x->shape[2] / H;
    return plain_transpose(plain_reshape(x, SHAPE(B, n, H, D)), 1, 2);
}

static Tensor *columns_of(Tensor *all, long i)
{
    long C = all->shape[2] / 3;
    return copy_of(tensor_slice(all, 2, i * C, (i + 1) * C, 1));
}

static Tensor *mha_with(MultiHeadAttention *a, Tensor *x, const KvCache *c, long layer,
                        MhaSlip slip)
{
    long B = x->shape[0], n = x->shape[1], H = a->num_heads;
    Tensor *part[3];
    Linear *one[] = {a->q, a->k, a->v};
    for (int i = 0; i < 3; i++)
        part[i] = plain_heads(a->qkv != NULL
                                  ? columns_of(tensor_linear(x, a->qkv->weight, a->qkv->bias), i)
                                  : tensor_linear(x, one[i]->weight, one[i]->bias),
                              H);
    Tensor *q = slip == X_AGAIN ? plain_heads(x, H) : part[0];
    KvCache *now = grown_cache(c, layer, part[1], slip == K_FOR_V ? part[1] : part[2]);
    Tensor *context = attended(q, slip == APPEND_AFTER ? c : now, layer, RIGHT);
    Tensor *merged = plain_reshape(slip == UNMERGED ? context : plain_transpose(context, 1, 2),
                                   SHAPE(B, n, a->embed_dim));
    return slip == NO_OUT ? merged : tensor_linear(merged, a->out->weight, a->out->bias);
}

Tensor *mha_want(MultiHeadAttention *a, Tensor *x, const KvCache *c, long layer)
{
    for (MhaSlip slip = APPEND_AFTER; slip < MHA_SLIPS; slip++)
        MISTAKE(mha_with(a, x, c, layer, slip), mha_said[slip]);
    return mha_with(a, x, c, layer, MHA_RIGHT);
}
