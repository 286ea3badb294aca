/* answers.c - the questions of the lesson. */
#include "want.h"

TEST(bytes_of_the_weights, .points = 1, .exercise = "12.q weights_bytes", .file = "answers.txt")
{
    double want = EXPECT(weights_bytes_want());
    double bytes = answer("weights_bytes");
    check_number(bytes, want, 1e-3, "");
}

TEST(parameters_of_eight_heads, .points = 1, .exercise = "12.q parameters_8_heads",
     .file = "answers.txt")
{
    double want = EXPECT(parameters_8_heads_want());
    double parameters = answer("parameters_8_heads");
    check_number(parameters, want, 1e-6, "");
}

TEST(parameters_of_one_head, .points = 1, .exercise = "12.q parameters_1_head",
     .file = "answers.txt")
{
    double want = EXPECT(parameters_1_head_want());
    double parameters = answer("parameters_1_head");
    check_number(parameters, want, 1e-6, "");
}

TEST(what_the_causal_mask_wastes, .points = 1, .exercise = "12.q causal_waste",
     .file = "answers.txt")
{
    double want = EXPECT(causal_waste_want());
    double waste = answer("causal_waste");
    check_number(waste, want, 1e-4, "");
}

TEST(where_attention_overtakes_the_mlp, .points = 1, .exercise = "12.q crossover_length",
     .file = "answers.txt")
{
    double want = EXPECT(crossover_length_want());
    double T = answer("crossover_length");
    check_number(T, want, 1e-6, "");
}

TEST(memory_with_adam, .points = 1, .exercise = "12.q adam_bytes", .file = "answers.txt")
{
    double want = EXPECT(adam_bytes_want());
    double bytes = answer("adam_bytes");
    check_number(bytes, want, 1e-3, "");
}

TEST(products_of_eight_heads, .points = 2, .exercise = "12.q score_products", .file = "answers.txt")
{
    double want = EXPECT(score_products_want());
    double products = answer("score_products");
    check_number(products, want, 1e-3, "");
}

TEST(squares_that_training_keeps, .points = 2, .exercise = "12.q training_bytes",
     .file = "answers.txt")
{
    for (int models = 0; models < 4; models++) {
        long L = draw_long("L", 2, 48), H = draw_long("H", 2, 32), T = draw_long("T", 5, 999);
        double want = EXPECT(training_bytes_want(L, H, T));
        double bytes = answer_formula(
            "training_bytes", 3,
            (const Letter[]){{'L', (double)L}, {'H', (double)H}, {'T', (double)T}});
        check_number(bytes, want, 1e-9, "");
    }
}
