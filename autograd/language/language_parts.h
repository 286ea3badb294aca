/* language_parts.h - what the files of this folder share. It is not installed. */
#ifndef KINDLING_LANGUAGE_PARTS_H
#define KINDLING_LANGUAGE_PARTS_H

#include "autograd.h"

/* ---- rope_turns.c (22): angles --------------------------------------------------------------- */

/* How rows of x turn: n cosines, then n sines, for each position, (T, 2n), or (B, T, 2n) where each
 * of B has its own. Fails, as tensor_rope, on what does not fit. */
Tensor *rope_turns(const Tensor *x, RopeOptions options);
void rope_check(const Tensor *x, RopeOptions o); /* fails on what tensor_rope cannot do */
/* What a pair's frequency becomes by factor and trained_context; without them what it was. */
double rope_scaled(double frequency, RopeOptions o);

/* ---- composed_language.c (22): fails unless the last axis goes into two halves --------------- */

void swiglu_check(const Tensor *x);

#endif
