/* answers.c - the questions of the lesson. */
#include "want.h"

TEST(bytes_of_a_token, .points = 1, .exercise = "18.q token_bytes", .file = "answers.txt")
{
    double want = EXPECT(token_bytes_want());
    double bytes = answer("token_bytes");
    check_number(bytes, want, 1e-6, "");
}

TEST(bytes_of_any_cache, .points = 1, .exercise = "18.q text_bytes", .file = "answers.txt")
{
    for (int models = 0; models < 4; models++) {
        long L = draw_long("L", 3, 48), H = draw_long("H", 3, 32), D = draw_long("D", 9, 99);
        long T = draw_long("T", 100, 9999);
        double want = EXPECT(text_bytes_want(L, H, D, T));
        double bytes = answer_formula(
            "text_bytes", 4,
            (const Letter[]){
                {'L', (double)L}, {'H', (double)H}, {'D', (double)D}, {'T', (double)T}});
        check_number(bytes, want, 1e-9, "");
    }
}

TEST(bytes_with_grouped_heads, .points = 1, .exercise = "18.q grouped_bytes", .file = "answers.txt")
{
    double want = EXPECT(grouped_bytes_want());
    double bytes = answer("grouped_bytes");
    check_number(bytes, want, 1e-6, "");
}

TEST(tokens_without_a_cache, .points = 1, .exercise = "18.q tokens_read", .file = "answers.txt")
{
    double want = EXPECT(tokens_read_of_256_want());
    double tokens = answer("tokens_read");
    check_number(tokens, want, 1e-6, "");
}

TEST(tokens_with_a_cache, .points = 1, .exercise = "18.q tokens_read_once", .file = "answers.txt")
{
    double want = EXPECT(tokens_read_once_want());
    double tokens = answer("tokens_read_once");
    check_number(tokens, want, 1e-6, "");
}

TEST(as_fast_as_memory, .points = 1, .exercise = "18.q tokens_per_second", .file = "answers.txt")
{
    double want = EXPECT(tokens_per_second_want());
    double tokens = answer("tokens_per_second");
    check_number(tokens, want, 1e-2, "");
}

TEST(caches_larger_than_the_model, .points = 1, .exercise = "18.q rows_to_equal",
     .file = "answers.txt")
{
    double want = EXPECT(rows_to_equal_want());
    double rows = answer("rows_to_equal");
    check_number(rows, want, 1e-6, "");
}

TEST(when_the_context_is_full, .points = 1, .exercise = "18.q tokens_refilled",
     .file = "answers.txt")
{
    double want = EXPECT(tokens_refilled_want());
    double tokens = answer("tokens_refilled");
    check_number(tokens, want, 1e-6, "");
}
