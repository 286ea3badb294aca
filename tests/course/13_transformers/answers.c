/* answers.c - the questions of the lesson. */
#include "want.h"

TEST(parameters_of_a_block, .points = 1, .exercise = "13.q block_parameters", .file = "answers.txt")
{
    double want = EXPECT(block_parameters_want());
    double parameters = answer("block_parameters");
    check_number(parameters, want, 1e-6, "");
}

TEST(parameters_of_the_embeddings, .points = 1, .exercise = "13.q embedding_parameters",
     .file = "answers.txt")
{
    double want = EXPECT(embedding_parameters_want());
    double parameters = answer("embedding_parameters");
    check_number(parameters, want, 1e-6, "");
}

TEST(operations_of_a_token, .points = 1, .exercise = "13.q token_flops", .file = "answers.txt")
{
    double want = EXPECT(token_flops_want());
    double operations = answer("token_flops");
    check_number(operations, want, 1e-4, "");
}

TEST(bytes_of_all_logits, .points = 1, .exercise = "13.q logits_bytes", .file = "answers.txt")
{
    double want = EXPECT(logits_bytes_want());
    double bytes = answer("logits_bytes");
    check_number(bytes, want, 1e-3, "");
}

TEST(where_attention_costs_as_much, .points = 1, .exercise = "13.q equal_length",
     .file = "answers.txt")
{
    double want = EXPECT(equal_length_want());
    double T = answer("equal_length");
    check_number(T, want, 1e-6, "");
}

TEST(share_of_the_mlp, .points = 1, .exercise = "13.q mlp_share", .file = "answers.txt")
{
    double want = EXPECT(mlp_share_want());
    double share = answer("mlp_share");
    check_number(share, want, 1e-3, "");
}

TEST(loss_of_who_knows_nothing, .points = 1, .exercise = "13.q start_loss", .file = "answers.txt")
{
    double want = EXPECT(start_loss_want());
    double loss = answer("start_loss");
    check_number(loss, want, 1e-3, "");
}

TEST(start_of_a_branch, .points = 1, .exercise = "13.q branch_divisor", .file = "answers.txt")
{
    double want = EXPECT(branch_divisor_want());
    double divisor = answer("branch_divisor");
    check_number(divisor, want, 1e-3, "");
}
