/* answers.c - the questions of the lesson. */
#include "want.h"

QUESTION(a_rate_half_way_down, 08, cosine_half_way, 1e-6, .points = 2);
QUESTION(a_small_last_batch, 08, held_out_loss, 1e-3, .points = 2);
QUESTION(a_sum_in_place_of_a_mean, 08, forgotten_mean, 1e-3, .points = 2);
QUESTION(a_file_to_go_on_from, 08, checkpoint_bytes, 1e-3, .points = 2);
QUESTION(how_many_steps, 08, steps_per_epoch, 1e-6, .points = 2);
