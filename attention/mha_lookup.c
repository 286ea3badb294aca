/* mha_lookup.c - multi-head attention as PyTorch's module calls it: queries, keys and values of
 * three tensors, and a bias added to the scores.
 *
 *     softmax(Q K^T / sqrt(D) + bias, masked) V      Q of query, K of key, V of value
 *
 * A bias says how far a query should look, before it has seen a key: ALiBi's slopes, relative
 * positions that are learned. Source: Press et al. 2022; Raffel et al. 2020 for one that learns.
 * Invariant: everything is checked before anything is recorded.
 */
#include "attention_shared.h"

#define SELF "mha_lookup"

/* ---- what does not belong together ----------------------------------------------------------- */

static void check_there(const Tensor *t, const char *name)
{
    if (t == NULL)
        fail(SELF ": %s is NULL, expected query, key and value. hint: keys that are values, too, "
                  "are given twice",
             name);
}

/* The hints are for what PyTorch users have in hand, and for what looks like one per sequence. */
static void check_bias(const Tensor *bias, const Tensor *scores)
{
    if (bias == NULL || broadcast_fits(bias, scores->ndim, scores->shape))
        return;
    long B = scores->shape[0], H = scores->shape[1];
    const char *hint = "the last two axes are queries and keys, (Tq, Tk), each full or 1";
    if (bias->ndim == 3 && bias->shape[0] == B * H)
        hint = "tensor_reshape makes (B, H, Tq, Tk) of (B H, Tq, Tk)";
    else if (bias->ndim == 3 && bias->shape[0] == B)
        hint = "three axes are (H, Tq, Tk); tensor_unsqueeze(bias, 1) is one for each sequence";
    fail(SELF ": a bias %s does not broadcast to scores %s. hint: %s", tensor_shape_text(bias),
         tensor_shape_text(scores), hint);
}

static void check_mask(Tensor *mask, const Tensor *scores)
{
    if (mask == NULL)
        return;
    if (mask->requires_grad)
        fail(SELF ": the mask requires a gradient, but a choice has none. hint: as .bias its "
                  "numbers are added to the scores");
    mask_check(SELF, mask_for_heads(mask, scores), scores);
}

static void check(const MultiHeadAttention *a, MhaLookup of)
{
    check_there(of.query, "query");
    check_there(of.key, "key");
    check_there(of.value, "value");
    mha_check_input(SELF, "query", of.query, "embed_dim", a->embed_dim);
    mha_check_input(SELF, "key", of.key, "kdim", a->kdim);
    mha_check_input(SELF, "value", of.value, "vdim", a->vdim);
    long B = of.query->shape[0], Tq = of.query->shape[1], Tk = of.key->shape[1];
    if (of.key->shape[0] != B || of.value->shape[0] != B)
        fail(SELF ": query %s, key %s and value %s differ in the batch size",
             tensor_shape_text(of.query), tensor_shape_text(of.key), tensor_shape_text(of.value));
    if (of.value->shape[1] != Tk)
        fail(SELF ": key %s and value %s differ in Tk, %ld against %ld. hint: every key needs its "
                  "value",
             tensor_shape_text(of.key), tensor_shape_text(of.value), Tk, of.value->shape[1]);
    if (a->causal)
        causal_check(SELF, Tq, Tk);
    Tensor scores = {.ndim = 4, .shape = {B, a->num_heads, Tq, Tk}};
    check_mask(of.mask, &scores);
    check_bias(of.bias, &scores);
}

/* ---- forward --------------------------------------------------------------------------------- */

typedef struct {
    Tensor *q, *k, *v; /* (B, H, Tq, D), (B, Hkv, Tk, D) twice */
    FlashAttentionOptions options;
} LookedUp;

/* Without dropout. */
static LookedUp heads(MultiHeadAttention *a, MhaLookup of)
{
    LookedUp h = {.options = {.causal = a->causal, .mask = of.mask, .bias = of.bias}};
    h.options.enable_gqa = true;
    h.q = mha_heads_of(a, of.query, 0);
    h.k = mha_heads_of(a, of.key, 1);
    h.v = mha_heads_of(a, of.value, 2);
    return h;
}

static Tensor *output(MultiHeadAttention *a, LookedUp h)
{
    if (a->dropout != NULL) {
        h.options.dropout = a->dropout->p;
        h.options.rng = a->dropout->rng;
        h.options.training = a->dropout->module.training;
    }
    Tensor *found = attention_output_with(h.q, h.k, h.v, h.options);
    return linear_forward(a->out, merge_heads(found));
}

Tensor *mha_lookup(MultiHeadAttention *a, MhaLookup of)
{
    check(a, of);
    return output(a, heads(a, of));
}

Attention mha_lookup_attend(MultiHeadAttention *a, MhaLookup of)
{
    check(a, of);
    LookedUp h = heads(a, of);
    return (Attention){output(a, h), composed_attention(h.q, h.k, h.v, h.options).weights};
}
