/* llama_parts.h - the matrices of a Llama, as its files keep them (inside attention/gpt/ only).
 *
 * Files keep a matrix for each of q, k, v, gate and up, all (out, in), as PyTorch does; our layers
 * keep (in, out), q, k and v side by side, and gate and up side by side. A part of a model is
 * therefore a view: the columns of a layer, turned round, with the shape that the file has.
 */
#ifndef KINDLING_LLAMA_PARTS_H
#define KINDLING_LLAMA_PARTS_H

#include "attention_shared.h"

typedef enum {
    LLAMA_TOKENS, /* (V, C) */
    LLAMA_NORM1,  /* (C), in front of attention */
    LLAMA_Q,      /* (C, C) */
    LLAMA_K,      /* (Hkv D, C) */
    LLAMA_V,      /* (Hkv D, C) */
    LLAMA_OUT,    /* (C, C) */
    LLAMA_NORM2,  /* (C), in front of the mlp */
    LLAMA_GATE,   /* (hidden, C): w1 */
    LLAMA_DOWN,   /* (C, hidden): w2 */
    LLAMA_UP,     /* (hidden, C): w3 */
    LLAMA_NORM,   /* (C), behind the last layer */
    LLAMA_HEAD,   /* (V, C); a tied model has none */
    LLAMA_PARTS
} LlamaPart;

/* What is the same in all of them; the sizes are to be filled in. */
GptOptions llama_options(void);
/* Can a model have these sizes? false and kindling_error(), which begins with path. names: what the
 * file calls channels, hidden channels, layers, heads, heads of keys and values, tokens,
 * context. */
enum { LLAMA_SIZES = 7 };
bool llama_sizes_check(const GptOptions *o, const char *path, const char *const names[LLAMA_SIZES]);
/* The shape of a part, and how many axes: 1 or 2. */
int llama_shape(const GptOptions *o, LlamaPart part, long shape[2]);
bool llama_in_each_layer(LlamaPart part);
/* What HuggingFace calls it, "model.layers.0.self_attn.q_proj.weight"; prefix: "model." or "". The
 * name comes back. */
enum { LLAMA_NAME = 96 };
const char *llama_name(const char *prefix, LlamaPart part, long layer, char name[LLAMA_NAME]);
/* The part itself, a view in the current scope, to be filled or read; layer -1 where it is in
 * none. */
Tensor *llama_part(Gpt *g, LlamaPart part, long layer);

/* ---- llama_bin.c ----------------------------------------------------------------------------- */

/* llama_load of a file of llama2.c's. */
Gpt *llama_bin_load(const char *path);

#endif
