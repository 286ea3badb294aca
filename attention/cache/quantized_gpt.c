/* quantized_gpt.c - the model of gpt_cached.c with codes for weights.
 *
 *     x = the tokens' rows, out of codes, + positions         (B, n, C)
 *     x = x + attention to all that was read; x = x + mlp(x)  in every layer
 *     logits = norm(x) @ head                                 (B, n, V)
 *
 * Keys, values and what runs between the products are numbers as ever: only weights are kept in
 * codes, and what comes into a product is turned into codes for it, row by row.
 */
#include <string.h>
#include "quantized_gpt_shared.h"

/* What the checks of the cache ask of a model. */
static Gpt options_of(const QuantizedGpt *q)
{
    return (Gpt){.options = q->options};
}

KvCache *quantized_gpt_cache_new(const QuantizedGpt *q, long batch, long capacity)
{
    Gpt g = options_of(q);
    return gpt_cache_new(&g, batch, capacity);
}

/* ---- through the model ----------------------------------------------------------------------- */

/* The row of a token, and of its position. */
static void embed_one(const QuantizedGpt *q, int id, long place, int8_t *codes, real *x)
{
    long C = q->options.embed_dim, group = quantized_group(q->tokens->weight);
    quantized_column(q->tokens->weight, id, codes);
    for (long i = 0; i < C; i += group) {
        float scale = quantized_scale(q->tokens->weight, id, i);
        for (long j = i; j < i + group; j++)
            x[j] = (real)(scale * (float)codes[j]);
    }
    for (long i = 0; q->positions != NULL && i < C; i++)
        x[i] += q->positions->data[place * C + i];
}

static Tensor *embed(const QuantizedGpt *q, const KvCache *c, const int *ids, long n)
{
    long B = c->keys->shape[1], C = q->options.embed_dim;
    Tensor *x = tensor_new(SHAPE(B, n, C));
    int8_t *codes = scope_alloc(scope_current(), (size_t)C);
    for (long b = 0; b < B; b++)
        for (long i = 0; i < n; i++)
            embed_one(q, ids[b * n + i], kv_cache_tokens(c, b) + i, codes,
                      x->data + (b * n + i) * C);
    return x;
}

static Tensor *attention_branch(const QuantizedGpt *q, QuantizedBlock *b, Tensor *x, KvCache *c,
                                long layer)
{
    const GptOptions o = q->options;
    long C = o.embed_dim, H = o.num_heads, K = gpt_kv_heads(o), kv_dim = K * (C / H);
    bool rotary = o.positions == POSITIONS_ROTARY;
    const IntTensor *at = rotary ? kv_cache_places(c, layer, x->shape[1]) : NULL;
    Tensor *p[3];
    if (b->qkv != NULL) {
        tensor_split(quantized_linear_forward(b->qkv, x), 3, (long[]){C, kv_dim, kv_dim}, -1, p);
    } else {
        p[0] = quantized_linear_forward(b->q, x);
        p[1] = quantized_linear_forward(b->k, x);
        p[2] = quantized_linear_forward(b->v, x);
    }
    Tensor *queries = heads_rotate(rotary, o.rope, split_heads(p[0], H), at);
    Tensor *keys = heads_rotate(rotary, o.rope, split_heads(p[1], K), at);
    kv_cache_append(c, layer, keys, split_heads(p[2], K));
    Tensor *context = attention_cached(queries, c, layer);
    return quantized_linear_forward(b->out, merge_heads(context));
}

/* The new tokens through all layers, and the last norm. */
static Tensor *read_tokens(QuantizedGpt *q, KvCache *c, const int *ids, long n)
{
    Tensor *x = embed(q, c, ids, n);
    for (long i = 0; i < q->options.num_layers; i++) {
        QuantizedBlock *b = q->blocks[i];
        x = tensor_add(x, attention_branch(q, b, layer_norm_forward(b->norm1, x), c, i));
        Tensor *hidden = quantized_linear_forward(b->up, layer_norm_forward(b->norm2, x));
        hidden = q->options.mlp == MLP_SWIGLU ? tensor_swiglu(hidden) : tensor_gelu_tanh(hidden);
        x = tensor_add(x, quantized_linear_forward(b->down, hidden));
    }
    return x;
}

static Tensor *logits_of(QuantizedGpt *q, Tensor *x)
{
    return quantized_linear_forward(q->head != NULL ? q->head : q->tokens,
                                    layer_norm_forward(q->norm, x));
}

/* ---- what is asked of it --------------------------------------------------------------------- */

void quantized_gpt_prefill(QuantizedGpt *q, KvCache *c, const int *ids, long n, real *logits)
{
    Gpt g = options_of(q);
    gpt_cache_check(&g, c, ids, n);
    Scope *scope = scope_open();
    grad_mode(false); /* until the scope closes */
    Tensor *x = read_tokens(q, c, ids, n);
    if (logits != NULL) {
        Tensor *last = logits_of(q, tensor_slice(x, 1, n - 1, n, 1)); /* (B, 1, V) */
        memcpy(logits, last->data, (size_t)tensor_numel(last) * sizeof *logits);
    }
    scope_close(scope);
}

void quantized_gpt_decode(QuantizedGpt *q, KvCache *c, const int *ids, real *logits)
{
    quantized_gpt_prefill(q, c, ids, 1, logits);
}

Tensor *quantized_gpt_forward(QuantizedGpt *q, const IntTensor *ids)
{
    Gpt g = options_of(q);
    gpt_check_ids("quantized_gpt_forward", &g, ids);
    long B = ids->shape[0], T = ids->shape[1];
    Tensor *logits = tensor_new(SHAPE(B, T, q->options.vocabulary));
    if (B == 0 || T == 0)
        return logits;
    Scope *scope = scope_open();
    grad_mode(false);
    KvCache *c = quantized_gpt_cache_new(q, B, T);
    gpt_cache_check(&g, c, ids->data, T);
    copy_kernel(logits, logits_of(q, read_tokens(q, c, ids->data, T)));
    scope_close(scope);
    return logits;
}

Tensor *quantized_gpt_loss(QuantizedGpt *q, const IntTensor *ids, const IntTensor *targets)
{
    Gpt g = options_of(q);
    gpt_check_targets(&g, ids, targets);
    return tensor_cross_entropy(quantized_gpt_forward(q, ids), targets, -100, 0);
}

/* The loop of generate_cached.c, which is an exercise of its own and stays in one piece. */
void quantized_gpt_generate(QuantizedGpt *q, KvCache *c, int *ids, long n, long count,
                            SampleOptions options, Rng *rng)
{
    Gpt g = options_of(q);
    generate_check_cached(&g, c, ids, n, count, options, rng);
    long V = q->options.vocabulary, start = generate_start(&g, n);
    Scope *scope = scope_open();
    real *logits = scope_alloc(scope, (size_t)V * sizeof *logits);
    for (long end = n + count; n < end; n++) {
        if (generate_start(&g, n) != start) {
            start = generate_start(&g, n);
            kv_cache_truncate(c, 0);
        }
        long read = start + kv_cache_tokens(c, 0);
        quantized_gpt_prefill(q, c, ids + read, n - read, logits);
        ids[n] = sample_token(logits, V, options, rng);
    }
    scope_close(scope);
}
