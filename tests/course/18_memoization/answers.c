/* answers.c - the questions of the lesson. */
#include "want.h"

QUESTION(bytes_of_a_token, 18, token_bytes, 1e-6, .points = 1);

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

QUESTION(bytes_with_grouped_heads, 18, grouped_bytes, 1e-6, .points = 1);

TEST(tokens_without_a_cache, .points = 1, .exercise = "18.q tokens_read", .file = "answers.txt")
{
    double want = EXPECT(tokens_read_of_256_want());
    double tokens = answer("tokens_read");
    check_number(tokens, want, 1e-6, "");
}

QUESTION(tokens_with_a_cache, 18, tokens_read_once, 1e-6, .points = 1);
QUESTION(as_fast_as_memory, 18, tokens_per_second, 1e-2, .points = 1);
QUESTION(caches_larger_than_the_model, 18, rows_to_equal, 1e-6, .points = 1);
QUESTION(when_the_context_is_full, 18, tokens_refilled, 1e-6, .points = 1);
