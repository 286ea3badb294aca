/* answers.c - the questions of the lesson. */
#include "want.h"

QUESTION(a_row_behind_the_norm, 22, normed, 1e-3, .points = 1);
QUESTION(how_far_a_pair_turns, 22, angle, 1e-3, .points = 2);
QUESTION(as_many_weights, 22, gate_width, 1e-6, .points = 1);
QUESTION(what_a_token_costs, 22, token_bytes, 1e-6, .points = 2);
QUESTION(how_many_texts, 22, texts, 1e-6, .points = 2);
