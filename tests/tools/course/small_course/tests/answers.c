/* answers.c - the question of the small module. */
#include "want.h"

QUESTION(sum_to_100, 90, sum_to_100, 1e-6, .points = 10);
