/* mha_want.c - the heads of a layer with a cache: project, append, attend, mix. */
#include "want.h"

typedef enum {
    RIGHT,
    APPEND_AFTER,
    KEYS_FOR_VALUES,
    SWAPPED,
    QUERIES_FOR_KEYS,
    X_AGAIN,
    NO_PAST,
    NO_OUT,
    UNMERGED,
    SLIPS
} Slip;

static const char *const said[SLIPS] = {
    [APPEND_AFTER] =
        "the new keys did not count for the queries: append first, since a token is one of its "
        "own keys",
    [KEYS_FOR_VALUES] = "the keys were appended as values, too",
    [SWAPPED] = "keys and values have changed places in the cache",
    [QUERIES_FOR_KEYS] = "the queries were appended as keys",
    [X_AGAIN] = "the queries are x itself: they need their projection",
    [NO_PAST] = "the new tokens saw each other only: the old ones are in the cache",
    [NO_OUT] = "the last projection is missing: a->out mixes the heads",
    [UNMERGED] = "the heads were merged by a reshape alone: time comes in front of them first",
};

/* A copy of c with n more tokens in the layer. */
static KvCache *grown_cache(const KvCache *c, long layer, const Tensor *k, const Tensor *v)
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

static KvCache *grown(const MultiHeadAttention *a, const Tensor *x, const KvCache *c, long layer,
                      Slip slip)
{
    Tensor *part[3];
    for (int i = 0; i < 3; i++)
        part[i] = plain_part(a, x, i);
    Tensor *k = part[slip == SWAPPED ? 2 : slip == QUERIES_FOR_KEYS ? 0 : 1];
    Tensor *v = part[slip == SWAPPED || slip == KEYS_FOR_VALUES ? 1 : 2];
    return grown_cache(c, layer, k, v);
}

static Tensor *mha_with(const MultiHeadAttention *a, const Tensor *x, const KvCache *c, long layer,
                        Slip slip)
{
    KvCache *empty = grown_cache(c, layer, blank(SHAPE(x->shape[0], a->num_heads, 0, a->head_dim)),
                                 blank(SHAPE(x->shape[0], a->num_heads, 0, a->head_dim)));
    memset(empty->lengths->data, 0, (size_t)int_tensor_numel(empty->lengths) * sizeof(int));
    Tensor *q = slip == X_AGAIN ? plain_split(x, a->num_heads) : plain_part(a, x, 0);
    const KvCache *read =
        slip == APPEND_AFTER ? c : grown(a, x, slip == NO_PAST ? empty : c, layer, slip);
    Tensor *context = attended_plainly(q, read, layer);
    Tensor *merged =
        slip == UNMERGED ? plain_reshape(context, x->ndim, x->shape) : plain_merge(context);
    return slip == NO_OUT ? merged : plain_linear(a->out, merged);
}

Tensor *mha_want(const MultiHeadAttention *a, const Tensor *x, const KvCache *c, long layer)
{
    MISTAKE_MESSAGE("hint: kv_cache_append comes first", said[APPEND_AFTER]);
    for (Slip slip = 1; slip < SLIPS; slip++)
        if (slip != UNMERGED || x->shape[1] > 1)
            MISTAKE(mha_with(a, x, c, layer, slip), said[slip]);
    return mha_with(a, x, c, layer, RIGHT);
}

Tensor *grown_keys_want(const MultiHeadAttention *a, const Tensor *x, const KvCache *c, long layer)
{
    MISTAKE(copy_of(c->keys), "nothing was appended: what was read must be there for the next");
    MISTAKE(grown(a, x, c, 0, RIGHT)->keys, "appended to layer 0: the layer is an argument");
    MISTAKE(grown(a, x, c, layer, SWAPPED)->keys, "keys and values were mixed up");
    MISTAKE(grown(a, x, c, layer, QUERIES_FOR_KEYS)->keys, said[QUERIES_FOR_KEYS]);
    return grown(a, x, c, layer, RIGHT)->keys;
}

Tensor *grown_values_want(const MultiHeadAttention *a, const Tensor *x, const KvCache *c,
                          long layer)
{
    MISTAKE(copy_of(c->values), "nothing was appended: what was read must be there for the next");
    MISTAKE(grown(a, x, c, layer, SWAPPED)->values, "keys and values were mixed up");
    return grown(a, x, c, layer, RIGHT)->values;
}

long mha_length_want(long before, long n)
{
    MISTAKE_NUMBER((double)before,
                   "the length has not grown: what was read must be there for the next piece");
    MISTAKE_NUMBER((double)(before + 2 * n), "the length has grown twice: append each token once");
    return before + n;
}

bool causality_is_checked(void)
{
    MISTAKE_MESSAGE("as if nothing were wrong",
                    "the given check is gone: without causality the past depends on what comes, "
                    "and cannot be kept");
    return true;
}
