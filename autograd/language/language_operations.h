/* language_operations.h - what language models since GPT-2 are made of, as operations that record
 * themselves. */
#ifndef KINDLING_LANGUAGE_OPERATIONS_H
#define KINDLING_LANGUAGE_OPERATIONS_H

#include "../closure.h"

#pragma GCC visibility push(default)

/* ---- op_rms_norm.c (14): normalization by the mean square ------------------------------------ */

/* Rows along the last axis, scaled so that a mean square of m becomes m / (m + eps), then times
 * weight (C), NULL: 1. Layer normalization without a mean and a shift.
 * torch.nn.functional.rms_norm. Zhang, Sennrich 2019. */
Tensor *tensor_rms_norm(Tensor *x, OR_NULL Tensor *weight, real eps);

/* ---- op_rope.c (06): rotary positions -------------------------------------------------------- */

/* Which two numbers of a row turn together. A model that was trained with one of them makes no
 * sense of the other. */
typedef enum {
    ROPE_INTERLEAVED, /* 2i and 2i + 1: Su et al., GPT-J, Llama as Meta and llama2.c keep it */
    ROPE_HALF         /* i and i + n, with n pairs: GPT-NeoX, and Llama as HuggingFace keeps it */
} RopePairs;
/* {0}: interleaved, positions 0, 1, 2 ..., all of a row, base 10000. */
typedef struct {
    RopePairs pairs;
    long start; /* the position of the first row: with a cache, how many it has read */
    /* (T), or (B, T), a line for each of x's first axis; each at least 0. NULL: start, start + 1
     * ... Not kept. */
    const IntTensor *positions;
    double base; /* pair 0 turns by 1 a position, one behind the last would by 1 / base; 0: 10000 */
    long dims;   /* only the first so many numbers of a row turn, an even count; 0: all of them */
    /* Longer texts than those of the training: every angle divided by so much (Chen et al. 2023,
     * position interpolation). 0: 1. */
    double factor;
    /* Llama 3.1's: a pair that comes round less than `low` times in the trained context is slowed
     * down by the factor, one that does `high` times and more is not, between them in part. All 0:
     * every pair. HuggingFace's low_freq_factor, high_freq_factor and
     * original_max_position_embeddings. */
    double low_frequency_factor, high_frequency_factor;
    long trained_context;
} RopeOptions;
/* Each pair (a, b) of row t of x (..., T, D) turned by its angle, position times frequency.
 * grad x = g turned back. Queries and keys are turned, values are not. Su et al. 2021,
 * "RoFormer". */
Tensor *tensor_rope(Tensor *x, RopeOptions options);

/* ---- op_swiglu.c (06): a gate and what it lets through --------------------------------------- */

/* A row of a gate and of what it lets pass, (..., 2H) -> (..., H): the silu of the gate says how
 * much, so that [0, 2, 5, 7] gives [0, 12.331].
 * Shazeer 2020, "GLU Variants Improve Transformer". */
Tensor *tensor_swiglu(Tensor *x);

/* ---- composed_language.c (22): the same, of other operations --------------------------------- */

/* Plain twins, slower, and what the fused ones are tested against. */
Tensor *composed_rms_norm(Tensor *x, OR_NULL Tensor *weight, real eps);
Tensor *composed_rope(Tensor *x, RopeOptions options);
Tensor *composed_swiglu(Tensor *x);

#pragma GCC visibility pop
#endif
