/* kv_cache_shared.h - what the files of the cache share: checks of arguments, and lengths.
 *
 * It is not installed. In modules 18 and 22 all of it is given, but for kv_fit.
 */
#ifndef KINDLING_KV_CACHE_SHARED_H
#define KINDLING_KV_CACHE_SHARED_H

#include "attention_shared.h"

/* Memory comes in lines of 64 bytes: so many numbers. That of a tensor begins with a line. */
enum { LINE_NUMBERS = 64 / sizeof(real) };

/* ---- kv_cache.c (18): fail, with a message in full, before anything is changed --------------- */

void kv_cache_check_sizes(long layers, long batch, long heads, long capacity, long head_dim);
void kv_cache_check_layer(const char *operation, const KvCache *c, long layer);
void kv_cache_check_heads(const char *operation, const char *name, const KvCache *c,
                          const Tensor *x); /* x (B, H, n, D), for any n */
void kv_cache_check_append(const KvCache *c, long layer, const Tensor *k, const Tensor *v);
void kv_cache_check_length(long length);

long kv_cache_longest(const KvCache *c, long layer); /* row, its length */
/* (B, n): token i of n new ones of a row stands behind what the layer has of it. */
IntTensor *kv_cache_places(const KvCache *c, long layer, long n);

/* ---- attention_cached.c (18): the same ------------------------------------------------------- */

void attention_cached_check(const Tensor *q, const KvCache *c, long layer);
void mha_cached_check(const MultiHeadAttention *a, const Tensor *x, const KvCache *c, long layer);

/* ---- gpt_cached.c (18): the same, for a model ------------------------------------------------ */

void gpt_cache_check_model(const Gpt *g, const KvCache *c);
void gpt_cache_check(const Gpt *g, const KvCache *c, const int *ids, long n);

/* ---- generate_cached.c (18): the same, for a text -------------------------------------------- */

void generate_check_cached(const Gpt *g, const KvCache *c, const int *ids, long n, long count,
                           SampleOptions options, OR_NULL const Rng *rng);

/* ---- kv_fit.c (22): heads, groups and context for a cache that has to fit -------------------- */

/* What is known, and how much memory there is for keys and values. */
typedef struct {
    long embed_dim, layers, batch;    /* batch: texts side by side */
    long least_width, most_width;     /* of a head */
    long least_context, most_context; /* tokens of each text */
    long number_bytes;                /* of one number: 2, as most caches have it */
    double bytes;
} KvBudget;
typedef struct {
    long num_heads, num_kv_heads, context;
} KvFit;
void kv_fit_check(
    KvBudget b); /* fails unless sizes are at least 1, and no least is above its most */
/* The heads by which most numbers of each token are kept, such that least_context tokens fit; of
 * equals the most heads of queries; then the longest context. {0}: nothing fits. */
KvFit kv_fit(KvBudget b);

#endif
