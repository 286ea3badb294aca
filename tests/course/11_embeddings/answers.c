/* answers.c - the questions of the lesson. */
#include "want.h"

QUESTION(bytes_of_the_token_table, 11, table_bytes, 1e-3, .points = 1);
QUESTION(what_one_hot_costs, 11, one_hot_multiplications, 1e-3, .points = 2);
QUESTION(gradient_of_a_repeated_row, 11, gradient_of_row_5, 1e-6, .points = 2);
QUESTION(how_much_of_it_is_zero, 11, nonzero_gradients, 1e-6, .points = 1);
QUESTION(the_slowest_hand_of_the_clock, 11, slowest_turn, 5e-3, .points = 1);
