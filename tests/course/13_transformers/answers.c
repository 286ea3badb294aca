/* answers.c - the questions of the lesson. */
#include "want.h"

QUESTION(parameters_of_a_block, 13, block_parameters, 1e-6, .points = 1);

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

QUESTION(operations_of_a_token, 13, token_flops, 1e-4, .points = 1);
QUESTION(bytes_of_all_logits, 13, logits_bytes, 1e-3, .points = 1);
QUESTION(where_attention_costs_as_much, 13, equal_length, 1e-6, .points = 1);
QUESTION(share_of_the_mlp, 13, mlp_share, 1e-3, .points = 1);
QUESTION(loss_of_who_knows_nothing, 13, start_loss, 1e-3, .points = 1);
QUESTION(growth_of_the_stream, 13, stream_growth, 1e-3, .points = 1);
