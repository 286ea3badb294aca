/* answers.c - the questions of the lesson. */
#include "want.h"

QUESTION(sigmoid_in_the_middle, 02, sigmoid_at_0, 1e-6, .points = 1);
QUESTION(slope_of_the_sigmoid, 02, sigmoid_slope_at_0, 1e-4, .points = 1);
QUESTION(softmax_of_four_equals, 02, softmax_of_equals, 1e-6, .points = 1);
QUESTION(softmax_does_not_see_shifts, 02, softmax_shifted, 1e-4, .points = 1);
QUESTION(where_exp_overflows, 02, exp_overflow, 1e-6, .points = 1);
