/* quantized_gpt.h - a GPT whose weights are codes, and which reads and writes with a cache.
 *
 * A step of decoding reads every weight once and does two operations with it: it is as fast as the
 * memory gives the weights, so a quarter of the bytes is nearly four times the tokens.
 */
#ifndef KINDLING_QUANTIZED_GPT_H
#define KINDLING_QUANTIZED_GPT_H

#include "../attention.h"

#pragma GCC visibility push(default)

/* ---- quantized_gpt_new.c (19): made of a GPT that was trained, or read ----------------------- */

/* A block of codes; norms stay as they were. */
typedef struct {
    Module module;
    LayerNorm *norm1, *norm2;
    QuantizedLinear *q, *k, *v; /* or NULL: */
    QuantizedLinear *qkv;       /* all in one */
    QuantizedLinear *out, *up, *down;
} QuantizedBlock;
typedef struct {
    Module module;
    GptOptions options; /* without dropout */
    QuantScheme scheme;
    QuantizedLinear *tokens; /* column v is the row of token v in the table: (C, V), no bias */
    Tensor *positions;       /* (context, C), a buffer; NULL: none */
    QuantizedBlock **blocks;
    LayerNorm *norm;
    QuantizedLinear *head; /* NULL: tied, the tokens once more */
} QuantizedGpt;
/* A copy of g in codes: all matrices and the token table, each by the scheme. Norms, biases and
 * positions are kept as they are. Owned: free it by module_free. Fails where groups do not fill
 * embed_dim, or mlp_dim: 172 channels, as stories260K's mlp has, are no groups of 32. */
QuantizedGpt *quantized_gpt_new(const Gpt *g, QuantScheme scheme);

/* ---- quantized_gpt.c (19): a model with a memory --------------------------------------------- */

/* As gpt_cache_new: room for `capacity` tokens of each of `batch` texts, in every layer. */
KvCache *quantized_gpt_cache_new(const QuantizedGpt *q, long batch, long capacity);
/* gpt_prefill and gpt_decode of codes: n more tokens of each row, ids (B, n); logits (B, V) of what
 * follows them, or NULL. */
void quantized_gpt_prefill(QuantizedGpt *q, KvCache *c, const int *ids, long n,
                           OR_NULL real *logits);
void quantized_gpt_decode(QuantizedGpt *q, KvCache *c, const int *ids, OR_NULL real *logits);
/* gpt_forward: ids (B, T) -> logits (B, T, V), without a graph. Only of a causal model. */
Tensor *quantized_gpt_forward(QuantizedGpt *q, const IntTensor *ids);
/* gpt_loss: the mean cross-entropy of targets (B, T); -100 does not count. */
Tensor *quantized_gpt_loss(QuantizedGpt *q, const IntTensor *ids, const IntTensor *targets);
/* gpt_generate_cached, with a cache of one row. */
void quantized_gpt_generate(QuantizedGpt *q, KvCache *c, int *ids, long n, long count,
                            SampleOptions options, OR_NULL Rng *rng);

/* ---- quantized_gpt_file.c (19): in a file ---------------------------------------------------- */

/* A safetensors file with codes (quantized_save), and the options as metadata. 0, or -1 and
 * kindling_error(). */
int quantized_gpt_save(QuantizedGpt *q, const char *path);
/* Owned: free it by module_free. NULL and kindling_error(). */
QuantizedGpt *quantized_gpt_load(const char *path);

#pragma GCC visibility pop
#endif
