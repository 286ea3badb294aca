/* answers.c - the questions of the lesson. */
#include "want.h"

QUESTION(parameters_of_a_small_network, 03, mlp_parameters, 1e-6, .points = 2);
QUESTION(work_of_a_layer, 03, linear_multiplications, 1e-3, .points = 2);
QUESTION(bound_of_the_start, 03, largest_start, 4e-5, .points = 1);
QUESTION(a_survivor_of_dropout, 03, survivor, 1e-6, .points = 1);
QUESTION(what_is_left_after_ten, 03, faded, 4e-5, .points = 2);
