/* attention.h - soft lookup: masks, scaled dot-product attention, heads, positions, blocks, GPT.
 *
 * Scores, weights and masks are query x key, (..., Tq, Tk): row i is query i, column j key j. A
 * mask has 1 where a query may attend and 0 where it may not. It broadcasts to (B, H, Tq, Tk);
 * multi-head attention reads a (B, Tq, Tk) mask as (B, 1, Tq, Tk). Anything but 0 and 1 is an
 * error; mask NULL: every key is allowed. A mask gets no gradient. A query with no key allowed gets
 * zeros and passes no gradient. Source: Vaswani et al. 2017, "Attention Is All You Need"; GPT-2 for
 * the block.
 */
#ifndef KINDLING_ATTENTION_H
#define KINDLING_ATTENTION_H

#include "../nn/nn.h"

#pragma GCC visibility push(default) /* what the shared library exports */

/* ---- mask.c (12): masks ---------------------------------------------------------------------- */

/* New tensors of 0 and 1 in the innermost scope, without a gradient. */
Tensor *mask_causal(long T);                  /* (T, T): no query sees what comes later */
Tensor *mask_bidirectional(long Tq, long Tk); /* (Tq, Tk): every key allowed */
/* (B, 1, 1, T): key j of sequence b allowed, for every query, iff j < lengths[b]. lengths (B), 0 <=
 * length <= T. */
Tensor *mask_padding(const IntTensor *lengths, long T);
Tensor *mask_combine(const Tensor *a, const Tensor *b); /* allowed by both; shapes broadcast */
/* (B, T) numbers of documents -> (B, 1, T, T), for documents that share a row of tokens: nobody
 * sees a later token, and nothing goes from one document to another, through any number of layers.
 * The number 0 is no document: all may see its tokens. What these rules leave is allowed. */
Tensor *mask_packed(const IntTensor *documents);
Tensor *mask_invert(const Tensor *mask); /* 1 - mask, for the opposite convention */
/* Fails, naming the first offending entry, unless every entry is 0 or 1 and the mask broadcasts to
 * the scores' shape. */
void mask_check(const char *operation, const Tensor *mask, const Tensor *scores);

/* ---- sdpa.c (12): scaled dot-product attention ----------------------------------------------- */

/* Step by step, each an operation or two of autograd/, from which it has its gradient; with numbers
 * in module 12. Each query with each key: q (..., Tq, D), k (..., Tk, D) -> (..., Tq, Tk). */
Tensor *attention_scores(Tensor *q, Tensor *k);
/* Their spread no longer depends on head_dim, which is at least 1. */
Tensor *attention_scale(Tensor *scores, long head_dim);
/* -infinity where the mask is 0, else the score; mask NULL: scores itself. */
Tensor *attention_mask(Tensor *scores, OR_NULL Tensor *mask);
Tensor *attention_weights(Tensor *scores);             /* each query's shares */
Tensor *attention_context(Tensor *weights, Tensor *v); /* weights @ v: (..., Tq, D) */

/* What a query takes from the values, and by which weights. */
typedef struct {
    Tensor *output;  /* (..., Tq, D) */
    Tensor *weights; /* (..., Tq, Tk) */
} Attention;
/* The weights alone: room for dropout before they meet v. mask NULL: none. */
Tensor *attention_pattern(Tensor *q, Tensor *k, OR_NULL Tensor *mask);
/* The weights times v, for (B, T, D) and (B, H, T, D); Tq and Tk may differ. A (B, Tq,
 * Tk) mask with 4-d scores is read as (B, 1, Tq, Tk); NULL: none. Fails before anything is
 * recorded. PyTorch's scale, biases and heads that share k and v (enable_gqa): flash_attention, and
 * composed_attention with weights.
 * Limit: a masked key has weight 0, and 0 times NaN or infinity is NaN. One that is not finite
 * spoils, in spite of the mask, in v the output, in k or v the gradient of q: so do the formulas in
 * PyTorch. Fill padding with numbers, or call flash_attention, which leaves out what a query may
 * not see. */
Attention scaled_dot_product_attention(Tensor *q, Tensor *k, Tensor *v, OR_NULL Tensor *mask);
Attention self_attention(Tensor *x, OR_NULL Tensor *mask); /* q = k = v = x; mask NULL: none */

/* ---- row_gradient.c (12): one query by hand -------------------------------------------------- */

/* The gradient of one query's scores, before the softmax, by hand: from its weights (Tk), the
 * values v (Tk, D), one row after the other, and the gradient of its output, dout (D). dscores (Tk)
 * is none of them. */
void attention_row_gradient(long Tk, long D, real *dscores, const real *weights, const real *v,
                            const real *dout);

/* ---- half_softmax.c (12): a softmax that has not seen all keys yet --------------------------- */

/* What one query has taken from some of the keys: from these alone its output would be out / sum.
 * Of no key at all: -infinity, 0 and zeros. */
typedef struct {
    real max;  /* the largest of their scores */
    real sum;  /* of e^(score - max) */
    real *out; /* (D): the sum of e^(score - max) v; borrowed */
} HalfSoftmax;
/* `all` becomes what the query has taken from its own keys and from those of `part`, which have no
 * key in common. */
void attention_merge(HalfSoftmax *all, const HalfSoftmax *part, long D);

/* ---- tiles.c (12): one tile of queries, there and back --------------------------------------- */

/* One head, as plain numbers, row after row. What flash_attention does for all heads, and fast. */
typedef struct {
    long Tq, Tk, D, tile;  /* tile: at most so many queries, and so many keys, at a time */
    const real *q, *k, *v; /* (Tq, D), (Tk, D), (Tk, D) */
    bool causal;           /* query i sees the keys j <= i + offset, and no others */
    long offset;           /* as FlashAttentionOptions.causal_offset */
    real *out;             /* (Tq, D) */
    real *lse;             /* (Tq): the log of the sum of e^score; -infinity: it sees no key */
    const real *dout;      /* (Tq, D): the gradient that comes back */
    real *dq, *dk, *dv;    /* like q, k, v */
} TiledHead;
/* Writes out and lse of the queries first .. first + tile - 1, as many of them as there are. */
void attention_tile_forward(TiledHead h, long first);
/* Adds to dq, dk and dv what these queries give to them; out and lse are those of
 * attention_tile_forward. Neither keeps weights, and both take memory for one tile, not for Tq x
 * Tk. */
void attention_tile_backward(TiledHead h, long first);

/* ---- attention_output.c, plain/attention_output.c (12): what every layer calls --------------- */

/* The output of scaled_dot_product_attention, without its weights; k and v may have fewer heads, as
 * with FlashAttentionOptions.enable_gqa. causal: key j only for queries i >= j, and Tq must be Tk;
 * with a mask as well: allowed by both. dropout thins the weights while it is training; NULL: none.
 * There are two files of this name, and a program has one of them: attention_output.c calls
 * flash_attention; plain/attention_output.c goes step by step through attention_pattern and
 * attention_context, for a student's attention and for pictures of the graph. */
Tensor *attention_output(Tensor *q, Tensor *k, Tensor *v, OR_NULL Tensor *mask, bool causal,
                         OR_NULL Dropout *dropout);

/* ---- mask.c (12): causal, as a flag and as a mask -------------------------------------------- */

/* Fails unless there are as many queries as keys, which causal attention needs. */
void causal_check(const char *operation, long Tq, long Tk);
/* The flag as a mask, for those who go step by step with q and k: allowed by both, or, where causal
 * is false, mask as it is, NULL, too. */
Tensor *causal_as_mask(const char *operation, OR_NULL Tensor *mask, bool causal, const Tensor *q,
                       const Tensor *k);

/* ---- flash.c (flash_*.h), flash_check.c, composed_attention.c (13): without squares ---------- */

/* What PyTorch's scaled_dot_product_attention takes. {0}: no mask, no dropout, the usual scale. */
typedef struct {
    bool causal;  /* key j only for queries i >= j - causal_offset */
    Tensor *mask; /* as for scaled_dot_product_attention; both: allowed by both. May be NULL */
    real dropout; /* on the weights, while training is set: the same draws as tensor_dropout */
    Rng *rng;     /* where dropout draws; read now, and not kept. NULL will do without dropout */
    bool training;
    double scale; /* of the scores; 0: that of attention_scale */
    /* Tq and Tk may differ. 0 is PyTorch's is_causal, which begins in the upper left corner: query
     * 0 sees key
     * 0. Tk - Tq ends in the lower right one (causal_lower_right): the last query sees the last
     * key, as with a cache, whose keys are older than its queries. A query before all keys gets
     * zeros. */
    long causal_offset;
    /* Added to the scaled scores, and broadcast to them as tensor_add does it: (Tq, Tk) for all,
     * (H, Tq, Tk) for each head, (B, 1, Tq, Tk) for each sequence. PyTorch's attn_mask of floats;
     * -infinity hides a key. It may require a gradient: the walk back then takes a (B, H, Tq, Tk)
     * tensor. May be NULL. */
    Tensor *bias;
    /* k and v may have fewer heads, Hkv, which divides H: head h of q uses head h / (H / Hkv) of
     * them. */
    bool enable_gqa;
} FlashAttentionOptions;
/* attention_output in one operation, tile by tile: memory grows with T, not
 * T^2, and tiles without an allowed key cost nothing; shared heads of k and v are not copied. q, k:
 * (B, T, D) or (B, H, T, D), v as k, but its D may be another one, the output's: then copies with
 * zeros behind the narrow ones are tiled. The weights are never there: see attention_pattern. A key
 * that is not finite spoils only the queries that may see it, both ways; in composed_attention if a
 * mask hides it, not a bias.
 * The bias has the gradient of the scaled scores that it is added to.
 * Source: Dao et al. 2022, "FlashAttention"; Ainslie et al. 2023 for shared heads. */
Tensor *flash_attention(Tensor *q, Tensor *k, Tensor *v, FlashAttentionOptions options);
/* The plain twin, composed of operations: the same output up to rounding, the same draws, and the
 * weights (B, H, Tq, Tk), before dropout. */
Attention composed_attention(Tensor *q, Tensor *k, Tensor *v, FlashAttentionOptions options);

/* ---- heads.c (12): heads, (B, T, C) <-> (B, H, T, D), C = H D -------------------------------- */

/* Channel c belongs to head c / D. num_heads must divide C; merge_heads is the way back. */
Tensor *split_heads(Tensor *x, long num_heads); /* a view */
Tensor *merge_heads(Tensor *x);

/* ---- mha.c (12): multi-head attention -------------------------------------------------------- */

/* embed_dim, num_heads and init must be given. */
typedef struct {
    long embed_dim, num_heads; /* C, and H, which divides it */
    bool causal;               /* query i only sees keys j <= i */
    /* Of k and v: Hkv, which divides H. Head h of q reads head h / (H / Hkv) of them, so a cache
     * keeps Hkv / H of the bytes; 0: H (Ainslie et al. 2023; 1: Shazeer 2019). */
    long num_kv_heads;
    bool qkv_in_one; /* one (C, C + 2 Hkv D) projection for q, k and v, else three */
    bool no_bias;
    real dropout;     /* on the weights; 0: none */
    Rng *init;        /* borrowed while it is made: starting values */
    Rng *dropout_rng; /* borrowed for good; NULL will do without dropout */
    /* Queries and keys are turned by where they stand (tensor_rope), as rope says; its start and
     * positions are not looked at: tokens are counted from 0, or on from those in a cache. */
    bool rotary;
    RopeOptions rope;
    /* Channels of what keys and values are made of, as PyTorch's; 0: embed_dim. Others want three
     * projections, so no qkv_in_one. */
    long kdim, vdim;
} MhaOptions;
/* H heads of D = C / H channels, with their four projections. */
typedef struct {
    Module module;
    long embed_dim, num_heads, head_dim;
    bool causal;
    Linear *q, *k, *v; /* separate projections, or NULL */
    Linear *qkv;       /* all in one, or NULL */
    Linear *out;
    Dropout *dropout; /* NULL: none */
    long num_kv_heads;
    bool rotary;
    RopeOptions rope;
    long kdim, vdim;
} MultiHeadAttention;
/* Owned: free it by module_free, or the module that it is given to. Fails on options that fit no
 * attention. */
MultiHeadAttention *mha_new(MhaOptions options);
/* Queries of x (B, Tq, C), keys and values of memory (B, Tk, C), or (B, Tk, kdim) where vdim is
 * kdim: (B, Tq, C). With causal and a mask, allowed by both; (B, Tq, Tk) is one mask per sequence,
 * NULL none. */
Tensor *mha_cross(MultiHeadAttention *a, Tensor *x, Tensor *memory, OR_NULL Tensor *mask);
/* mha_cross of x (B, T, C) with itself: queries, keys and values are of the same tokens. */
Tensor *mha_forward(MultiHeadAttention *a, Tensor *x, OR_NULL Tensor *mask);
/* mha_forward for those who want to see: its output, and weights (B, H, T, T), query x key, made
 * once more beside it, before dropout. */
Attention mha_attend(MultiHeadAttention *a, Tensor *x, OR_NULL Tensor *mask);
/* The same of mha_cross: (B, H, Tq, Tk). */
Attention mha_cross_attend(MultiHeadAttention *a, Tensor *x, Tensor *memory, OR_NULL Tensor *mask);
/* Copy the weights of one into the other, whether in one matrix or three: both then give the same
 * numbers. Fails where sizes differ, or only one has biases. */
void mha_copy(MultiHeadAttention *to, const MultiHeadAttention *from);

/* ---- mask_sliding.c (22): each token looks back over a window -------------------------------- */

/* (T, T): query i sees the keys i - window + 1 to i, and no others; window >= 1. */
Tensor *mask_sliding(long T, long window);

/* ---- mha_lookup.c (13): keys and values of two tensors, a bias on the scores ----------------- */

/* What PyTorch's MultiheadAttention takes besides: keys of one tensor and values of another, and
 * numbers that are added to the scores. */
typedef struct {
    Tensor *query; /* (B, Tq, C) */
    Tensor *key;   /* (B, Tk, kdim) */
    Tensor *value; /* (B, Tk, vdim) */
    Tensor *mask;  /* as for mha_cross. May be NULL */
    Tensor *bias;  /* as FlashAttentionOptions.bias, PyTorch's attn_mask of floats. May be NULL */
} MhaLookup;
/* (B, Tq, C); with {x, memory, memory, mask} it is mha_cross. What does not fit is told before
 * anything is recorded. For tokens that come one by one: mha_cached, which has no bias. */
Tensor *mha_lookup(MultiHeadAttention *a, MhaLookup of);
/* The same, and the weights (B, H, Tq, Tk), made once more beside it, before dropout. */
Attention mha_lookup_attend(MultiHeadAttention *a, MhaLookup of);

/* ---- position.c (11): where a token stands --------------------------------------------------- */

/* (T, C), fixed: a sine and a cosine for each pair of channels (Vaswani et al. 2017, 3.5); odd C
 * drops the last cosine. */
Tensor *sinusoidal_positions(long T, long C);
/* A row for each position, added to its token; module 11. */
typedef struct {
    Module module;
    Tensor *table; /* (max_T, C): a parameter if learned */
    bool learned;
} PositionalEncoding;
/* Owned: free it by module_free. A table that learns, or one of sines. */
PositionalEncoding *positions_learned_new(long max_T, long C, Rng *rng); /* N(0, 0.02^2) */
PositionalEncoding *positions_sinusoidal_new(long max_T, long C);        /* fixed; in no file */
/* x (B, T, C), at each position with its code added; of x's shape. A T beyond the table fails and
 * says how to make it longer. */
Tensor *positions_forward(PositionalEncoding *p, Tensor *x);

/* ---- block.c (13): the transformer block ----------------------------------------------------- */

/* Which norm a block has, and what stands between the two layers of its MLP. */
typedef enum { NORM_LAYER, NORM_RMS } NormKind;
typedef enum { MLP_GELU, MLP_SWIGLU } MlpKind; /* gelu in its tanh form */
/* {.attention = ...}: a block of GPT-2. Llama's has NORM_RMS, MLP_SWIGLU and, in attention, rotary
 * and no_bias. */
typedef struct {
    MhaOptions attention;
    NormKind norm;
    double norm_eps; /* 0: 1e-5 */
    MlpKind mlp;
    /* Hidden channels; 0: 4 C, or with a gate 8 C / 3, rounded up to a multiple of 32, so that a
     * block has as many weights either way. */
    long mlp_dim;
} BlockOptions;
/* Attention, then a small network for each token; module 13. */
typedef struct {
    Module module;
    LayerNorm *norm1, *norm2;
    MultiHeadAttention *attn;
    Linear *up, *down; /* C -> H -> C, GELU between; SwiGLU: C -> gate and up, 2H -> C */
    Dropout *dropout;  /* on both branches; NULL: none */
    MlpKind mlp;
} Block;
/* Owned: free it by module_free, as mha_new. */
Block *block_new(MhaOptions attention); /* of GPT-2 */
Block *block_new_of(BlockOptions options);
/* Attention, then the MLP, two branches of one stream; of x's shape (B, T, C). */
Tensor *block_forward(Block *b, Tensor *x, OR_NULL Tensor *mask);
Tensor *block_mlp(Block *b, Tensor *x); /* down(gelu(up x)), no norm and no residual */
/* The weights (B, H, T, T), query x key, with which it reads x. */
Tensor *block_attention(Block *b, Tensor *x, OR_NULL Tensor *mask);

/* ---- gpt.c (13): a language model ------------------------------------------------------------ */

/* How a model is told where a token stands: by a table that is learned, by sines, not at all, or by
 * how queries and keys are turned. */
typedef enum {
    POSITIONS_LEARNED,
    POSITIONS_SINUSOIDAL,
    POSITIONS_NONE,
    POSITIONS_ROTARY
} Positions;
/* All sizes must be given; the rest may be left out. */
typedef struct {
    long vocabulary, context, embed_dim, num_heads, num_layers;
    Positions positions;
    bool causal;     /* false: an encoder */
    bool tied;       /* the head reuses the token embedding, transposed */
    bool qkv_in_one; /* one (C, 3C) projection for q, k and v: faster, the same numbers */
    bool no_bias;    /* no biases in linear layers */
    real dropout;
    uint64_t seed; /* starting values, and a stream of its own for dropout */
    /* {0} is GPT-2. What models since then have, as in MhaOptions and BlockOptions: */
    long num_kv_heads;
    NormKind norm;
    double norm_eps;
    MlpKind mlp;
    long mlp_dim;
    RopeOptions rope; /* of POSITIONS_ROTARY */
    bool recompute;   /* while training each block keeps its input only (tensor_recompute) */
} GptOptions;
/* A language model as GPT-2 is. */
typedef struct {
    Module module;
    GptOptions options;
    Rng init_rng, dropout_rng;
    Embedding *tokens;
    PositionalEncoding *positions; /* NULL: none */
    Block **blocks;
    LayerNorm *norm;
    Linear *head;    /* (C, V) without bias; NULL if tied */
    Dropout *dropout;
} Gpt;
/* With the numbers that gpt_init_weights draws. Owned: free it by module_free. */
Gpt *gpt_new(GptOptions options);
/* ids (B, T), T at most the context, each 0 to V - 1, kept by pointer until backward -> logits (B,
 * T, V). padding: a mask as of mask_padding; NULL: every token counts. */
Tensor *gpt_forward(Gpt *g, const IntTensor *ids, OR_NULL const Tensor *padding);
/* Mean cross-entropy of targets (B, T), kept by pointer, too: a scalar. A target of -100 does not
 * count. */
Tensor *gpt_loss(Gpt *g, const IntTensor *ids, const IntTensor *targets);
/* The weights of a layer when the model reads ids: (B, H, T, T), query x key, without gradient or
 * dropout. Fails on a layer that is not there. */
Tensor *gpt_attention(Gpt *g, const IntTensor *ids, OR_NULL const Tensor *padding, long layer);

/* ---- sample.c (13): from logits to a token --------------------------------------------------- */

/* p, of V tokens: at temperature 1 the softmax of the logits, at t its odds to the power 1 / t; 0:
 * 1 for the most likely token, the first of equals. A logit of -infinity forbids its token: p is 0.
 * NaN, infinity, -infinity alone and a temperature below 0 fail. */
void sample_temperature(double *p, const real *logits, long V, double temperature);
/* The k most likely of V stay, the others get 0, and p adds up to 1 again. Of equals the lower id
 * stays. Returns how many stay: k, or V if that is less. k < 1 fails, and a p that does not add up
 * to 1. */
long sample_top_k(double *p, long V, long k);
/* The same for the fewest tokens, likely ones first, whose probability reaches mass: 0 < mass <=
 * 1. */
long sample_top_p(double *p, long V, double mass);

/* {0}: the most likely token, always. */
typedef struct {
    double temperature; /* 0: greedy, the most likely token */
    long top_k;         /* 0: all */
    double top_p;       /* 0 or 1: all; of what top_k leaves */
} SampleOptions;
/* One token from V logits: temperature, top_k, top_p, in this order; then one number u from
 * rng_uniform: each token, in the order of ids, for as large a part of all u as it is likely.
 * Greedy draws no number. Logits as sample_temperature takes them. rng NULL will do for greedy. */
int sample_token(const real *logits, long V, SampleOptions options, OR_NULL Rng *rng);

/* ---- generate.c, plain/generate.c, generate_check.c (13): from a token to text --------------- */

/* Appends `count` tokens to ids (room for n + count; n >= 1), by a model that is causal. It reads
 * all of the text while that fits its context; when the context is full, it forgets the first half,
 * and goes on from the rest, numbered from 0 again. rng NULL will do for greedy. generate.c
 * remembers what was read (kv_cache.h), plain/generate.c reads all of it again for each token: they
 * write the same text. */
void gpt_generate(Gpt *g, int *ids, long n, long count, SampleOptions options, OR_NULL Rng *rng);
/* Of a text of n tokens the model reads tokens start .. n to write the next one: all of them while
 * they fit the context; when it is full the first half of it is forgotten at once, and the rest
 * numbered from 0 again: the smallest multiple of half a context, rounded up, that leaves at most
 * `context` tokens. So what is remembered of the text is read anew once in half a context, and not
 * for each token. */
long generate_start(const Gpt *g, long n);

/* ---- gpt2_file.c (13): a GPT-2 as HuggingFace keeps it --------------------------------------- */

/* path: a folder with model.safetensors and config.json, or the .safetensors file alone. Tensors
 * are wte.weight (V, C), wpe.weight (T, C), h.0.ln_1.weight ..., with or without "transformer." in
 * front; weights are (in, out), as ours are. Sizes come from the shapes, the number of heads from
 * config.json (n_head; without the file, heads of 64 channels, as all GPT-2 have), and with them
 * layer_norm_epsilon and tie_word_embeddings; where the latter is not said, the head is tied unless
 * there is a lm_head.weight (V, C) with other numbers. NULL and kindling_error(): what is missing,
 * has another shape, or a key of config.json that asks for another model (scale_attn_weights,
 * model_type ...: gpt2_config.c has all of them). Keys that nobody knows are told on stderr.
 * Source: Radford et al. 2019.
 * Owned: free it by module_free. */
Gpt *gpt2_load(const char *path);

/* ---- gpt2_save.c (14): the same, the other way ----------------------------------------------- */

/* Writes folder/model.safetensors and folder/config.json, as HuggingFace's GPT2LMHeadModel and
 * gpt2_load read them; the folder is made if it is not there. Biases that the model has not are
 * zeros. Each file is atomic; a tokenizer is not written. 0, or -1 and kindling_error(): a file, or
 * an option that no GPT-2 has (rotary or fixed positions, RMS norms, SwiGLU, shared heads, another
 * mlp_dim, no causality). */
int gpt2_save(const Gpt *g, const char *folder);

/* ---- llama_file.c, llama_bin.c (13): a Llama in either of its forms -------------------------- */

/* path: a folder with config.json and model.safetensors, or model.safetensors.index.json and the
 * files that it names (F32, F16, BF16 ...); such a .safetensors file with config.json beside it; or
 * a .bin of llama2.c, version 0 or 1 (floats). Of the folder every key of config.json is obeyed,
 * refused by name, or known to change nothing (llama_config.c); tensors without a place are
 * refused, too. NULL and kindling_error(): what is missing or of another shape or kind
 * (pytorch_model.bin, GGUF). Source: Touvron et al. 2023; Karpathy 2023 for the .bin.
 * Owned: free it by module_free. */
Gpt *llama_load(const char *path);
/* Is this a .bin of llama2.c? Only its header and its length are looked at; kindling_error() says
 * why not. */
bool llama_is_bin(const char *path);

/* ---- llama_save.c (14): the same, the other way ---------------------------------------------- */

/* As gpt2_save, for HuggingFace's LlamaForCausalLM and llama_load. Neighbours that turn together
 * (ROPE_INTERLEAVED) come to lie as the file's halves do, so the weights of a model that is read
 * back may stand in another order; its logits are the same. 0, or -1 and kindling_error(): a file,
 * or an option that no Llama has (positions that are added, layer norms, an MLP without a gate,
 * biases, a part of a head that turns, no causality). */
int llama_save(const Gpt *g, const char *folder);

#pragma GCC visibility pop

#include "cache/kv_cache.h"      /* what a causal model remembers of the tokens it has read */
#include "cache/quantized_gpt.h" /* a GPT whose weights are codes */
#include "cup/cup.h"             /* the Kindling cup: artefacts, entries, a judge */
#include "gpt/gpt_watch.h"       /* every activation of a GPT, to be read or replaced */

#endif
