/* answers.c - the questions of the lesson. */
#include "want.h"

QUESTION(batches_of_an_epoch, 05, batches_per_epoch, 1e-6, .points = 1);
QUESTION(size_of_the_last_batch, 05, last_batch, 1e-6, .points = 1);
QUESTION(where_a_run_resumes, 05, resumed_position, 1e-6, .points = 2);
QUESTION(windows_of_a_text, 05, windows, 1e-9, .points = 1);
QUESTION(never_drawn, 05, percent_never_seen, 0.02, .points = 2);
