/* kv_fit.c - how many heads, how many of keys and values, how long a text, if a cache has to fit? */
#include <math.h>
#include "kv_cache_shared.h"
#include "todo.h"

/* ---- 22.6 ---------------------------------------------------------------------------------------- */

KvFit kv_fit(KvBudget b)
{
    kv_fit_check(b); /* given: sizes are at least 1, no least is above its most */

    /* TODO: heads and context by which a cache is of most use within b.bytes.
     *
     * CONTRACT  heads have embed_dim / num_heads channels: a whole and even number from least_width
     *           to most_width. num_kv_heads divides num_heads. Keys and values of
     *           least_context tokens of each text, in all layers, fit into b.bytes. Of all these
     *           the one that keeps most numbers of a token; of equals the one with most heads;
     *           then the longest context that fits, at most most_context. {0} if there is none.
     * BUDGET    plenty of memory: 2 points. Memory that asks for groups: 3 more. Any: the last 3.
     * EXAMPLE   C = 16, 2 layers, 1 text, widths 3 to 8, contexts 10 to 100, 2 bytes a number,
     *           1279 bytes: heads 4, of keys and values 2, context 19
     * HOLDS     kv_cache_new of these sizes takes no more than b.bytes (with b.number_bytes those of
     *           a real). A byte more of memory: not fewer numbers of a token.
     * YOU HAVE  what module 18 counted; nothing else is needed
     * THINK     which is worth more, a head of queries more or one of keys more, and what does
     *           each cost? How long does your search take for 8192 channels? */
    todo("22.6 kv_fit");
}
