/* answers.c - the questions of the lesson. */
#include "want.h"

QUESTION(bytes_of_the_weights, 12, weights_bytes, 1e-3, .points = 1);
QUESTION(parameters_of_eight_heads, 12, parameters_8_heads, 1e-6, .points = 1);
QUESTION(parameters_of_one_head, 12, parameters_1_head, 1e-6, .points = 1);
QUESTION(what_the_causal_mask_wastes, 12, causal_waste, 1e-4, .points = 1);
QUESTION(where_attention_overtakes_the_mlp, 12, crossover_length, 1e-6, .points = 1);
QUESTION(memory_with_adam, 12, adam_bytes, 1e-3, .points = 1);
QUESTION(products_of_eight_heads, 12, score_products, 1e-3, .points = 2);

TEST(squares_that_training_keeps, .points = 2, .exercise = "12.q training_bytes",
     .file = "answers.txt")
{
    for (int models = 0; models < 4; models++) {
        long L = draw_long("L", 2, 48), H = draw_long("H", 2, 32), T = draw_long("T", 5, 999);
        double want = EXPECT(training_bytes_want(L, H, T));
        double bytes =
            answer_formula("training_bytes", 3,
                           (const Letter[]){{'L', (double)L}, {'H', (double)H}, {'T', (double)T}});
        check_number(bytes, want, 1e-9, "");
    }
}
