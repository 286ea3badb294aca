/* answers.c - the questions of the lesson. */
#include "want.h"

QUESTION(gpt2_in_bytes, 15, q8_0_bytes, 1e-6, .points = 1);
QUESTION(gpt2_in_nibbles, 15, q4_0_bytes, 1e-6, .points = 1);
QUESTION(half_a_step, 15, worst_error, 1e-4, .points = 1);
QUESTION(an_accumulator_of_16_bits, 15, products_in_16_bits, 1e-6, .points = 1);

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

QUESTION(as_fast_as_memory, 15, tokens_per_second, 1e-2, .points = 1);
