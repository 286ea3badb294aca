/* attention_shared.h - what the files of this room share: checks of arguments, and projections.
 *
 * It is not installed. In modules 11 to 13 and 22 it is given, but for fill_sinusoidal,
 * position_code, gpt_init_weights, gpt_fit and repeat_heads.
 */
#ifndef KINDLING_ATTENTION_SHARED_H
#define KINDLING_ATTENTION_SHARED_H

#include "attention.h"

/* ---- mask.c (12): fail, with a message in full, on what no mask can be made of --------------- */

void mask_check_length(const char *operation, const char *name, long T); /* T >= 0 */
void mask_check_lengths(const IntTensor *lengths, long T);               /* (B,), each 0 .. T */
void mask_check_documents(const IntTensor *documents);                   /* (B, T) */
void mask_check_entries(const char *operation,
                        const Tensor *mask); /* each 0 or 1; mask_check: and fits */

/* (B, Tq, Tk) with q (B, H, Tq, D) means: the same for all heads, and becomes (B, 1, Tq, Tk). Any
 * other mask, and NULL, comes back as it is. */
Tensor *mask_for_heads(OR_NULL Tensor *mask, const Tensor *q);
/* The same numbers for those who take a Tensor *, and only read it. */
Tensor *mask_view(OR_NULL const Tensor *mask);

/* ---- sdpa.c, heads.c, mha.c (12): fail on shapes that do not belong together ----------------- */

void scores_check(const Tensor *q, const Tensor *k);
void scale_check(long head_dim);
void sdpa_check_keys(const Tensor *q, const Tensor *k);
void sdpa_check_values(const Tensor *q, const Tensor *k, const Tensor *v);
void heads_check_split(const Tensor *x, long num_heads);
void heads_check_merge(const Tensor *x);
void mha_check_inputs(const MultiHeadAttention *a, const Tensor *x, const Tensor *memory);
/* x is (B, T, C), the C that options call `width`. */
void mha_check_input(const char *operation, const char *name, const Tensor *x, const char *width,
                     long C);
/* Keys and values are as wide as x, so that x can be both. */
void mha_check_widths(const char *operation, const MultiHeadAttention *a);

/* ---- heads.c (22): heads that share keys and values ------------------------------------------ */

/* (B, Hkv, T, D) as (B, H, T, D): each head as often as heads of q share it, side by side. Where
 * they are as many, and without an axis of heads, t itself. */
Tensor *repeat_heads(Tensor *t, const Tensor *q);

/* ---- position.c (11) ------------------------------------------------------------------------- */

void fill_sinusoidal(Tensor *table);                              /* (T, C), contiguous */
void position_check_table(const char *operation, long T, long C); /* T >= 0, C >= 1 */
/* Fails unless table (T, C) is contiguous, with 2 channels or more, and apart is 0 or more. */
void position_code_check(const Tensor *table, double apart);
/* Rows for the positions 0 .. T - 1. The product of two depends on their distance alone, no number
 * is beyond 1, and two different rows are at least `apart` from each other, the root of the sum of
 * squares. */
void position_code(Tensor *table, double apart);
void positions_check(const PositionalEncoding *p,
                     const Tensor *x); /* x (B, T, C), T within the table */

/* ---- mha.c (12): W_Q | W_K | W_V in one matrix ----------------------------------------------- */

typedef struct {
    Tensor *q, *k, *v; /* (B, T, C) each; k and v (B, T, Hkv D) */
} Projected;
/* Queries of x (B, Tq, C), keys and values of memory (B, Tk, C); a->qkv must not be NULL. Where x
 * is the memory it is one product. */
Projected project_in_one(MultiHeadAttention *a, Tensor *x, Tensor *memory);
/* The same where x is not the memory: its columns of the matrix for each of the two. */
Projected project_apart(MultiHeadAttention *a, Tensor *x, Tensor *memory);
/* x times columns [from, to) of a linear layer: the columns are a view, so that the gradient is
 * added to the same columns of its weight. */
Tensor *project_columns(Linear *l, Tensor *x, long from, long to);

/* Queries (0), keys (1) or values (2) of x: (B, H, T, D), those of Hkv heads (B, Hkv, T, D). */
Tensor *mha_heads_of(MultiHeadAttention *a, Tensor *x, int i);

/* Queries or keys (B, H, T, D), turned if they are to be, else as they are. positions: as in
 * RopeOptions; NULL: 0 to T - 1. */
Tensor *heads_rotate(bool rotary, RopeOptions o, Tensor *x, OR_NULL const IntTensor *positions);

/* ---- attention_output.c, plain/attention_output.c (13): with every option -------------------- */

/* flash_attention, or, where the plain file is linked, the output of composed_attention. */
Tensor *attention_output_with(Tensor *q, Tensor *k, Tensor *v, FlashAttentionOptions o);

/* ---- block.c (13) ---------------------------------------------------------------------------- */

/* The norm of a model, as a child of this name. eps 0: 1e-5. */
LayerNorm *norm_add(Module *m, const char *name, NormKind kind, long channels, double eps);
/* layer_norm_forward in a region of its own, a box in drawings of the graph. */
Tensor *normalized(LayerNorm *norm, Tensor *x);
/* Hidden channels of a block whose options are these. */
long mlp_width(MlpKind mlp, long mlp_dim, long embed_dim);

/* ---- gpt.c (13) ------------------------------------------------------------------------------ */

long gpt_kv_heads(GptOptions o); /* of keys and values */
Gpt *gpt_new_uninitialized(
    GptOptions options);       /* gpt_new without gpt_init_weights, for weights that are read */
void gpt_init_weights(Gpt *g); /* starting values of every parameter, from g->init_rng */
void gpt_check_ids(const char *operation, const Gpt *g,
                   const IntTensor *ids); /* (B, T), T <= context */
void gpt_check_targets(const Gpt *g, const IntTensor *ids, const IntTensor *targets);

/* ---- gpt_fit.c (13) -------------------------------------------------------------------------- */

/* What a GPT may cost at most: numbers that it learns; numbers that a cache of keys and values
 * keeps for each token; operations for the last token of a full context, 2 for each parameter and
 * 4 C for each of the `context` tokens that a layer looks at. */
typedef struct {
    long vocabulary, context, head_dim;
    long aspect; /* channels for each layer, at least */
    double parameters, cache, flops;
} GptBudget;
void gpt_fit_check(GptBudget b); /* fails unless all sizes are at least 1 */
/* The deepest GPT (learned positions, biases, a tied head) within the budget, and of equally deep
 * ones the widest. {0}: not even one layer fits. */
GptOptions gpt_fit(GptBudget b);

/* ---- sample.c, generate_check.c (13) --------------------------------------------------------- */

void sample_check(const real *logits, long V, SampleOptions options, OR_NULL const Rng *rng);
void sample_check_logits(const char *operation, const real *logits, long V, double temperature);
void sample_check_top_k(const double *p, long V, long k);
void sample_check_top_p(const double *p, long V, double mass);
/* The V ids, most likely first; among equals the lower id first. Memory of the current scope. */
const long *sample_order(const double *p, long V);
void generate_check(const Gpt *g, const int *ids, long n, long count, SampleOptions options,
                    OR_NULL const Rng *rng);

#endif
