/* answers.c - the questions of the lesson. */
#include "want.h"

TEST(intensity_of_an_addition, .points = 2, .exercise = "14.q add_intensity", .file = "answers.txt")
{
    double want = EXPECT(add_intensity_want());
    double intensity = answer("add_intensity");
    check_number(intensity, want, 1e-3, "");
}

TEST(intensity_of_a_product, .points = 1, .exercise = "14.q gemm_intensity", .file = "answers.txt")
{
    double want = EXPECT(gemm_intensity_want());
    double intensity = answer("gemm_intensity");
    check_number(intensity, want, 2e-3, "");
}

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

TEST(where_the_roofs_meet, .points = 1, .exercise = "14.q ridge", .file = "answers.txt")
{
    double want = EXPECT(ridge_want());
    double ridge = answer("ridge");
    check_number(ridge, want, 1e-3, "");
}

TEST(a_token_from_memory, .points = 2, .exercise = "14.q token_ms", .file = "answers.txt")
{
    double want = EXPECT(token_want());
    double milliseconds = answer("token_ms");
    check_number(milliseconds, want, 1e-2, "");
}

TEST(the_share_of_the_timer, .points = 1, .exercise = "14.q timer_percent", .file = "answers.txt")
{
    double want = EXPECT(timer_want());
    double percent = answer("timer_percent");
    check_number(percent, want, 1e-3, "");
}

TEST(the_rank_of_p99, .points = 2, .exercise = "14.q rank_99", .file = "answers.txt")
{
    double want = EXPECT(rank_want());
    double rank = answer("rank_99");
    check_number(rank, want, 1e-6, "");
}
