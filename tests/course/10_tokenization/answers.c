/* answers.c - the questions of the lesson. */
#include "want.h"

TEST(tokens_of_gpt2, .points = 1, .exercise = "10.q gpt2_vocabulary", .file = "answers.txt")
{
    double want = EXPECT(gpt2_vocabulary_want());
    double tokens = answer("gpt2_vocabulary");
    check_number(tokens, want, 1e-9, "");
}

TEST(seven_equal_letters, .points = 1, .exercise = "10.q tokens_of_aaaaaaa", .file = "answers.txt")
{
    double want = EXPECT(tokens_of_aaaaaaa_want());
    double tokens = answer("tokens_of_aaaaaaa");
    check_number(tokens, want, 1e-9, "");
}

TEST(merges_of_one_word, .points = 1, .exercise = "10.q most_merges", .file = "answers.txt")
{
    double want = EXPECT(most_merges_want());
    double merges = answer("most_merges");
    check_number(merges, want, 1e-9, "");
}

TEST(what_a_table_costs, .points = 2, .exercise = "10.q table_share", .file = "answers.txt")
{
    double want = EXPECT(table_share_want());
    double share = answer("table_share");
    check_number(share, want, 5e-3, "");
}

TEST(loss_as_bits_per_byte, .points = 2, .exercise = "10.q bits_per_byte", .file = "answers.txt")
{
    double want = EXPECT(bits_per_byte_want());
    double bits = answer("bits_per_byte");
    check_number(bits, want, 5e-3, "");
}
