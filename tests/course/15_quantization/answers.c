/* answers.c - the questions of the lesson. */
#include "want.h"

TEST(gpt2_in_bytes, .points = 1, .exercise = "15.q q8_0_bytes", .file = "answers.txt")
{
    double want = EXPECT(q8_0_bytes_want());
    double bytes = answer("q8_0_bytes");
    check_number(bytes, want, 1e-6, "");
}

TEST(gpt2_in_nibbles, .points = 1, .exercise = "15.q q4_0_bytes", .file = "answers.txt")
{
    double want = EXPECT(q4_0_bytes_want());
    double bytes = answer("q4_0_bytes");
    check_number(bytes, want, 1e-6, "");
}

TEST(half_a_step, .points = 1, .exercise = "15.q worst_error", .file = "answers.txt")
{
    double want = EXPECT(worst_error_want());
    double error = answer("worst_error");
    check_number(error, want, 1e-4, "");
}

TEST(an_accumulator_of_16_bits, .points = 1, .exercise = "15.q products_in_16_bits",
     .file = "answers.txt")
{
    double want = EXPECT(products_in_16_bits_want());
    double products = answer("products_in_16_bits");
    check_number(products, want, 1e-6, "");
}

TEST(a_matrix_in_nibbles, .points = 1, .exercise = "15.q matrix_bytes", .file = "answers.txt")
{
    for (int layers = 0; layers < 4; layers++) {
        long G = 8 << draw_seed() % 4, R = G * (long)(2 + draw_seed() % 9);
        long C = draw_long("C", 3, 99);
        given("R, G", "%ld inputs, %ld codes for a scale", R, G);
        double want = EXPECT(linear_bytes_want(R, C, G));
        double bytes =
            answer_formula("matrix_bytes", 3,
                           (const Letter[]){{'R', (double)R}, {'C', (double)C}, {'G', (double)G}});
        check_number(bytes, want, 1e-9, "");
    }
}

TEST(as_fast_as_memory, .points = 1, .exercise = "15.q tokens_per_second", .file = "answers.txt")
{
    double want = EXPECT(tokens_of_q4_0_want());
    double tokens = answer("tokens_per_second");
    check_number(tokens, want, 1e-2, "");
}
