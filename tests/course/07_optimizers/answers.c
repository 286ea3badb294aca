/* answers.c - the questions of the lesson. */
#include "want.h"

QUESTION(bytes_of_the_moments, 07, adam_state_bytes, 1e-3, .points = 2);
QUESTION(where_the_velocity_ends, 07, velocity_limit, 1e-3, .points = 2);
QUESTION(how_far_adam_goes_first, 07, first_adam_step, 1e-6, .points = 2);
QUESTION(when_descent_diverges, 07, largest_lr, 1e-5, .points = 2);
QUESTION(gradients_never_cleared, 07, forgotten_zero_grad, 1e-3, .points = 2);
