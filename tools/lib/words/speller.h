/* speller.h - the small transformer that learns to spell backwards. */
#ifndef SPELLER_H
#define SPELLER_H

#include "spelling.h"

/* Two layers of four heads, 48 channels, an encoder: every letter sees the whole word. */
Gpt *speller_new(Positions positions, uint64_t seed);
/* The same with other heads: the number divides 48. Starting values do not depend on it. */
Gpt *speller_of_heads(Positions positions, long heads, uint64_t seed);
enum {
    SPELLER_BATCH = 32, /* strings per step */
    SPELLER_STEPS = 350 /* after 200 it makes few mistakes, after 300 hardly any */
};
/* Somebody who looks on: called after every step. What it computes must leave the model as it is. */
typedef struct {
    void (*look)(void *context, long step, double loss);
    void *context;
} SpellerWatch;
/* Trains on random strings, none of them in held_out, with a progress line; log: also where there is no
 * terminal. 0, or -1 and kindling_error(). */
int speller_train(Gpt *gpt, const HeldOut *held_out, long steps, uint64_t seed, bool log,
                  OR_NULL const SpellerWatch *watch);
/* The loss of one word: the root of the graph of the whole model. */
Tensor *speller_loss(Gpt *gpt, const Word *word);
/* What it answers to a word, in the current scope's time. */
Word speller_answer(Gpt *gpt, const Word *word);

#endif
