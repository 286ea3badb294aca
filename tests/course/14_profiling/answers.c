/* answers.c - the questions of the lesson. */
#include "want.h"

QUESTION(intensity_of_an_addition, 14, add_intensity, 1e-3, .points = 2);
QUESTION(intensity_of_a_product, 14, gemm_intensity, 2e-3, .points = 1);

TEST(flops_of_a_step, .points = 1, .exercise = "14.q step_flops", .file = "answers.txt")
{
    for (int products = 0; products < 4; products++) {
        long K = draw_long("K", 2, 999), M = draw_long("M", 2, 99), N = draw_long("N", 2, 999);
        double want = EXPECT(step_flops_want(K, M, N));
        double flops =
            answer_formula("step_flops", 3,
                           (const Letter[]){{'K', (double)K}, {'M', (double)M}, {'N', (double)N}});
        check_number(flops, want, 1e-9, "");
    }
}

QUESTION(where_the_roofs_meet, 14, ridge, 1e-3, .points = 1);
QUESTION(a_token_from_memory, 14, token_ms, 1e-2, .points = 2);
QUESTION(the_share_of_the_timer, 14, timer_percent, 1e-3, .points = 1);
QUESTION(the_rank_of_p99, 14, rank_99, 1e-6, .points = 2);
