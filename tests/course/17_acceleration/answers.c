/* answers.c - the questions of the lesson. */
#include "want.h"

QUESTION(the_most_a_core_can, 17, gflops, 1e-3, .points = 2);
QUESTION(a_line_for_every_number, 17, gigabytes_ijk, 5e-3, .points = 2);
QUESTION(a_line_for_every_tile, 17, megabytes_tiled, 5e-3, .points = 2);
QUESTION(a_tile_in_registers, 17, registers, 1e-6, .points = 1);
QUESTION(sixteen_threads, 17, speed_up, 5e-3, .points = 2);
QUESTION(three_tiles_in_48_kb, 17, largest_tile, 1e-6, .points = 1);
