/* answers.c - the questions of the lesson. */
#include "want.h"

QUESTION(numbers_of_lenet, 09, lenet_parameters, 1e-06, .points = 1);
QUESTION(bytes_of_columns, 09, column_bytes, 1e-06, .points = 1);
QUESTION(work_of_depthwise, 09, depthwise_ratio, 0.001, .points = 1);
QUESTION(what_one_number_sees, 09, receptive_field, 1e-06, .points = 1);
QUESTION(width_behind_a_stride, 09, width_of_result, 1e-06, .points = 1);
QUESTION(ten_batches_remembered, 09, running_mean, 0.001, .points = 1);
