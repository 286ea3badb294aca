/* kv_cache.h - what a causal model remembers of the tokens it has read: their keys and values.
 *
 * A causal model never changes its mind about the past: keys and values of a token depend on it and
 * on what stands before it only. So each is computed once and kept, and a new token costs one row
 * of every product. Logits with a cache are those of gpt_forward, bit for bit, for any batch, any
 * pieces and any number of threads, as long as our own products compute.
 */
/* Its end includes this, and then what needs it: so it stands before the guard. */
#include "../attention.h"
#ifndef KINDLING_KV_CACHE_H
#define KINDLING_KV_CACHE_H

#pragma GCC visibility push(default)

/* ---- kv_cache.c (18): keys and values of all layers ------------------------------------------ */

/* Places 0 .. length of each layer and row are taken; rows of a batch may have different
 * lengths. */
typedef struct {
    Tensor *keys, *values; /* (layers, B, H, capacity, D), views; H: MhaOptions.num_kv_heads */
    IntTensor *lengths;    /* (B, layers) */
} KvCache;

/* Empty, with room for `capacity` tokens in each of `batch` rows; like a tensor it belongs to the
 * innermost scope. For a model: gpt_cache_new. */
KvCache *kv_cache_new(long layers, long batch, long heads, long capacity, long head_dim);
/* k and v (B, H, n, D) go into the next n places of the layer, of each row behind what it has.
 * Nothing that is there moves. Fails, before anything is changed, where a row has no room for them,
 * or where a gradient would have to pass. */
void kv_cache_append(KvCache *c, long layer, const Tensor *k, const Tensor *v);
/* What a layer has so far: (B, H, T, D), T the length of its longest row; a view, nothing is
 * copied. Places behind a shorter row's length hold numbers without a meaning. */
Tensor *kv_cache_keys(const KvCache *c, long layer);
Tensor *kv_cache_values(const KvCache *c, long layer);
/* Every row forgets what stands at `length` and behind it; a row that is shorter stays as it is. */
void kv_cache_truncate(KvCache *c, long length);
size_t kv_cache_bytes(const KvCache *c); /* of the numbers in all places, taken or not */

long kv_cache_length(const KvCache *c, long layer, long row); /* how many places are taken */
long kv_cache_tokens(const KvCache *c,
                     long row); /* the same of its first layer; 0 without layers */
/* Row `row` as a cache of its own, with batch 1: what is read into it is in c, too. */
KvCache *kv_cache_row(const KvCache *c, long row);

/* ---- attention_cached.c (18): attention of the newest tokens --------------------------------- */

/* Queries q (B, H, n, D) of the last n tokens of the cache: each sees itself and what stands before
 * it in its row. (B, H, n, D). q may have several heads for each of the cache, as with
 * FlashAttentionOptions.enable_gqa. Fails where a row has fewer tokens. */
Tensor *attention_cached(Tensor *q, const KvCache *c, long layer);
/* mha_forward of n more tokens, x (B, n, C): their keys and values go into the cache. Without
 * dropout. */
Tensor *mha_cached(MultiHeadAttention *a, Tensor *x, KvCache *c, long layer);

/* ---- gpt_cached.c (18): a model with a memory ------------------------------------------------ */

/* For this model; capacity at most its context. */
KvCache *gpt_cache_new(const Gpt *g, long batch, long capacity);
/* The model reads n more tokens of each row, ids (B, n), and writes the logits (B, V) of what
 * follows the last ones; NULL: they are not wanted, which saves the head. However a text is cut
 * into pieces, logits have the same bits. As in evaluation: without dropout, and no graph is
 * recorded. Fails, before anything is changed, where the model is not causal, an id is none, or
 * context or capacity would be exceeded. (A model without layers remembers nothing: it reads from
 * position 0 each time.) */
void gpt_prefill(Gpt *g, KvCache *c, const int *ids, long n, OR_NULL real *logits);
/* gpt_prefill of one more token of each row: ids (B). logits NULL: not wanted. */
void gpt_decode(Gpt *g, KvCache *c, const int *ids, OR_NULL real *logits);

/* ---- generate_cached.c (18): text with a memory that outlives it ----------------------------- */

/* gpt_generate with a cache of one row that has read nothing, or the first of the tokens from
 * generate_start(g, n) on; it has read all of them but the last afterwards, so that a conversation
 * goes on where it stood. (Where generate_start has moved in between, kv_cache_truncate(c, 0) comes
 * first.) Its capacity must hold what is read at once: the text, at most the context. */
void gpt_generate_cached(Gpt *g, KvCache *c, int *ids, long n, long count, SampleOptions options,
                         OR_NULL Rng *rng);

#pragma GCC visibility pop

#endif
