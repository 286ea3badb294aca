/* language_parts.h - what the files of this folder share. It is not installed. */
#ifndef KINDLING_LANGUAGE_PARTS_H
#define KINDLING_LANGUAGE_PARTS_H

#include "autograd.h"

/* ---- op_rope.c (06) -------------------------------------------------------------------------- */

/* How rows of x turn: n cosines, then n sines, for each position, (T, 2n), or (B, T, 2n) where each
 * of B has its own. Fails, as tensor_rope, on what does not fit. */
Tensor *rope_turns(const Tensor *x, RopeOptions options);

#endif
