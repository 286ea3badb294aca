/* answers.c - the questions of the lesson. */
#include "want.h"

QUESTION(bytes_of_a_tensor, 01, tensor_bytes, 1e-6, .points = 1);
QUESTION(offset_in_a_transposed_view, 01, offset_transposed, 1e-6, .points = 1);
QUESTION(elements_of_a_broadcast_sum, 01, broadcast_elements, 1e-6, .points = 1);
QUESTION(multiplications_of_a_product, 01, multiplications, 1e-6, .points = 1);
QUESTION(lines_of_one_column, 01, lines_of_a_column, 1e-6, .points = 1);
