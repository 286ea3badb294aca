/* echo.h - a causal task: five random letters, then the same five backwards.
 *
 * The first five cannot be foreseen, and do not count; each of the others is known to who looks back.
 */
#ifndef ECHO_H
#define ECHO_H

#include "kindling.h"

Gpt *echo_new(uint64_t seed);
Gpt *echo_wide_new(uint64_t seed); /* 64 channels, which blocks of 32 fill */
/* 0, or -1 and kindling_error(). */
int echo_train(Gpt *gpt, uint64_t seed);
/* Of texts that it was not trained on: the share of letters it says rightly after the true ones; and of
 * second halves it writes rightly, each letter after those it wrote itself. */
double echo_next_right(Gpt *gpt, uint64_t seed);
double echo_written_right(Gpt *gpt, uint64_t seed);
/* The same, written with a cache: each letter is read once. */
double echo_cached_right(Gpt *gpt, uint64_t seed);
/* The same, written by the model in codes. */
double echo_codes_right(Gpt *gpt, uint64_t seed, QuantScheme scheme);

#endif
