/* task.h - the task of the cup: which model is given, and how a text becomes tokens. For judge.c, board.c and pictures. */
#ifndef CUP_TASK_H
#define CUP_TASK_H

#include "kindling.h"

enum { TASK_V = 96, TASK_CONTEXT = 64, TASK_LONGEST = 1 << 12 };
/* What a reader is asked besides tokens (judge.c, kindling_grading/batch/cup_entry.py). */
enum { CUP_HELD = 254, CUP_AGAIN = 255 };

/* The model of make measure-20: two layers of 64 channels, 109,184 numbers. */
static inline Gpt *task_model(uint64_t seed)
{
    return gpt_new((GptOptions){.vocabulary = TASK_V,
                                .context = TASK_CONTEXT,
                                .embed_dim = 64,
                                .num_heads = 4,
                                .num_layers = 2,
                                .causal = true,
                                .tied = true,
                                .qkv_in_one = true,
                                .no_bias = true,
                                .seed = seed});
}

/* A byte is a token: a line's end is 0, blank to ~ are 1 to 95, anything else is read as '?'. */
static inline int task_id(char c)
{
    return c == '\n' ? 0 : (c < ' ' || c > '~' ? '?' : c) - ' ' + 1;
}

#endif
