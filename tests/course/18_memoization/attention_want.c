/* attention_want.c - attention with a cache in plain loops. */
#include "want.h"

typedef enum {
    RIGHT,
    NO_MASK,
    FROM_0,
    NO_SELF,
    ONE_AHEAD,
    ROW_0,
    LONGEST,
    LENGTH_OF_0,
    NEWEST,
    NO_SCALE,
    LAYER_0,
    KEYS_TWICE,
    SLIPS
} Slip;

static const char *const said[SLIPS] = {
    [NO_MASK] = "nothing was hidden: a query saw keys that come after it, or that no row has",
    [FROM_0] = "a causal mask from query 0 on: the queries are the last n tokens, not the first",
    [NO_SELF] = "a token does not see itself: its own key counts, too",
    [ONE_AHEAD] = "each query saw one key too many, that of the token behind it",
    [ROW_0] = "the length of row 0 was taken for all rows",
    [LONGEST] =
        "the longest row's length was taken for all rows: shorter ones saw what is nobody's key",
    [LENGTH_OF_0] = "the length is that of layer 0: each layer has its own, kv_cache_length",
    [NEWEST] = "every query saw all that the newest one sees: earlier ones see less",
    [NO_SCALE] = "the scores were not divided by sqrt(D)",
    [LAYER_0] = "the keys and values are those of layer 0: the layer is an argument",
    [KEYS_TWICE] = "the keys were averaged: they say where to look, the values what is there",
};

static bool sees(const KvCache *c, long layer, long b, long i, long n, long j, Slip slip)
{
    long row = slip == ROW_0 ? 0 : b, T = kv_cache_longest(c, layer);
    long length = slip == LONGEST ? T : kv_cache_length(c, slip == LENGTH_OF_0 ? 0 : layer, row);
    long last = slip == FROM_0 ? i : slip == NEWEST ? length - 1 : length - n + i;
    return slip == NO_MASK || j <= last + (slip == ONE_AHEAD) - (slip == NO_SELF);
}

/* What query i of head h of row b gets, into D numbers of y. */
static void one_query(const Tensor *q, const KvCache *c, long layer, const long *place, real *y,
                      Slip slip)
{
    long b = place[0], h = place[1], i = place[2], n = q->shape[2], D = q->shape[3];
    long T = kv_cache_longest(c, layer), l = slip == LAYER_0 ? 0 : layer;
    double weight[64], most = -INFINITY, sum = 0;
    for (long j = 0; j < T; j++) {
        weight[j] = sees(c, layer, b, i, n, j, slip) ? 0 : -INFINITY;
        for (long d = 0; d < D; d++)
            weight[j] += at(q, AT(b, h, i, d)) * at(c->keys, AT(l, b, h, j, d)) /
                         (slip == NO_SCALE ? 1 : sqrt((double)D));
        most = fmax(most, weight[j]);
    }
    for (long j = 0; j < T && most > -INFINITY; j++)
        sum += weight[j] = exp(weight[j] - most);
    for (long d = 0; d < D; d++) {
        double out = 0;
        for (long j = 0; j < T && sum > 0; j++)
            out +=
                weight[j] / sum * at(slip == KEYS_TWICE ? c->keys : c->values, AT(l, b, h, j, d));
        y[d] = (real)out;
    }
}

static Tensor *attended(const Tensor *q, const KvCache *c, long layer, Slip slip)
{
    long H = q->shape[1], n = q->shape[2], D = q->shape[3];
    Tensor *out = blank(4, q->shape);
    for (long i = 0; i < q->shape[0] * H * n; i++)
        one_query(q, c, layer, (long[]){i / n / H, i / n % H, i % n}, out->data + i * D, slip);
    return out;
}

Tensor *attended_plainly(const Tensor *q, const KvCache *c, long layer)
{
    return attended(q, c, layer, RIGHT);
}

Tensor *attended_want(const Tensor *q, const KvCache *c, long layer)
{
    for (Slip slip = 1; slip < SLIPS; slip++)
        if ((layer > 0 || (slip != LAYER_0 && slip != LENGTH_OF_0)) &&
            !(slip == NEWEST && q->shape[2] == 1) && !(slip == ROW_0 && q->shape[0] == 1))
            MISTAKE(attended(q, c, layer, slip), said[slip]);
    return attended(q, c, layer, RIGHT);
}

bool keys_are_checked(void)
{
    MISTAKE_MESSAGE("as if nothing were wrong",
                    "the given check is gone: who asks for more tokens than a row has, has "
                    "forgotten to append them");
    return true;
}
