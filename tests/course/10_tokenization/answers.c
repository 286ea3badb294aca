/* answers.c - the questions of the lesson. */
#include "want.h"

QUESTION(tokens_of_gpt2, 10, gpt2_vocabulary, 1e-9, .points = 1);
QUESTION(seven_equal_letters, 10, tokens_of_aaaaaaa, 1e-9, .points = 1);
QUESTION(merges_of_one_word, 10, most_merges, 1e-9, .points = 1);
QUESTION(what_a_table_costs, 10, table_share, 5e-3, .points = 2);
QUESTION(loss_as_bits_per_byte, 10, bits_per_byte, 5e-3, .points = 2);
