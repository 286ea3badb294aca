/* answers.c - the questions of the lesson. */
#include "want.h"

QUESTION(loss_of_a_guess, 04, loss_of_a_guess, 1e-3, .points = 2);
QUESTION(largest_exponent_of_float, 04, largest_logit, 1e-6, .points = 2);
QUESTION(floor_of_the_smoothed_loss, 04, smoothed_floor, 1e-3, .points = 2);
QUESTION(mean_with_padding, 04, padded_mean, 1e-6, .points = 2);
QUESTION(bytes_of_the_logits, 04, logits_bytes, 1e-3, .points = 2);
