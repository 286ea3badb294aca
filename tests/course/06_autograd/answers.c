/* answers.c - the questions of the lesson, and the facts it states. */
#include "want.h"

QUESTION(gradient_of_a_weight_by_hand, 06, weight_gradient, 1e-9, .points = 1);
QUESTION(closures_run_for_doublings, 06, closures, 1e-9, .points = 1);
QUESTION(gradient_of_a_bias, 06, bias_gradient, 1e-9, .points = 1);
QUESTION(bytes_that_wait_for_backward, 06, graph_bytes, 1e-3, .points = 1);
QUESTION(work_of_backward, 06, backward_ratio, 1e-9, .points = 1);
