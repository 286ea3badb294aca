/* answers.c - the questions of the lesson. */
#include "want.h"

TEST(parameters_of_a_block, .points = 1, .exercise = "13.q block_parameters", .file = "answers.txt")
{
    double want = EXPECT(block_parameters_want());
    double parameters = answer("block_parameters");
    check_number(parameters, want, 1e-6, "");
}

TEST(parameters_of_a_model, .points = 1, .exercise = "13.q gpt_parameters", .file = "answers.txt")
{
    for (int models = 0; models < 4; models++) {
        long C = 8 * draw_long("C / 8", 100, 160), layers = draw_long("L", 2, 48);
        /* 13 L < T < V, V + T < 12 C: no two of the wrong formulas give one number */
        long V = draw_long("V", 3000, 7000), T = draw_long("T", 700, 2000);
        double want = EXPECT(gpt_parameters_want(C, layers, V, T));
        double parameters = answer_formula(
            "gpt_parameters", 4,
            (const Letter[]){
                {'C', (double)C}, {'L', (double)layers}, {'V', (double)V}, {'T', (double)T}});
        check_number(parameters, want, 1e-9, "");
    }
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

TEST(growth_of_the_stream, .points = 1, .exercise = "13.q stream_growth", .file = "answers.txt")
{
    double want = EXPECT(stream_growth_want());
    double growth = answer("stream_growth");
    check_number(growth, want, 1e-3, "");
}
