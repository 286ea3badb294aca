/* small_gpt.h - the causal model of make break-NN: two layers, 48 channels, trained in a few seconds. */
#ifndef SMALL_GPT_H
#define SMALL_GPT_H

#include "kindling.h"

Gpt *small_gpt_new(long vocabulary, long context, uint64_t seed);
/* The same with other than 48 channels. */
Gpt *small_gpt_wide(long vocabulary, long context, long embed_dim, uint64_t seed);
/* draw makes one training batch after the other, each of `tokens` tokens. 0, or -1 and kindling_error(). */
int small_gpt_train(Gpt *gpt, void (*draw)(void *context, Batch *batch), void *context,
                    long tokens);

#endif
