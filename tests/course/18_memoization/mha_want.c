/* mha_want.c - the heads of a layer with a cache: project, append, attend, mix. */
#include "want.h"

static KvCache *grown(const MultiHeadAttention *a, const Tensor *x, const KvCache *c, long layer)
{
    KvCache *to = scope_alloc(scope_current(), sizeof *to);
    long layers = c->keys->shape[0], B = c->keys->shape[1];
    *to = (KvCache){appended_want(c->keys, c->lengths, layer, plain_part(a, x, 1)),
                    appended_want(c->values, c->lengths, layer, plain_part(a, x, 2)),
                    int_tensor_new(SHAPE(B, layers))};
    for (long i = 0; i < B * layers; i++)
        to->lengths->data[i] = c->lengths->data[i] + (i % layers == layer ? (int)x->shape[1] : 0);
    return to;
}

Tensor *mha_want(const MultiHeadAttention *a, const Tensor *x, const KvCache *c, long layer)
{
    Tensor *context = attended_want(plain_part(a, x, 0), grown(a, x, c, layer), layer);
    return plain_linear(a->out, plain_merge(context));
}

Tensor *grown_keys_want(const MultiHeadAttention *a, const Tensor *x, const KvCache *c, long layer)
{
    return grown(a, x, c, layer)->keys;
}

Tensor *grown_values_want(const MultiHeadAttention *a, const Tensor *x, const KvCache *c,
                          long layer)
{
    return grown(a, x, c, layer)->values;
}
