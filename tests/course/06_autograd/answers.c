/* answers.c - the questions of the lesson, and the facts it states. */
#include "want.h"

TEST(gradient_of_a_weight_by_hand, .points = 1, .exercise = "06.q weight_gradient",
     .file = "answers.txt")
{
    double want = EXPECT(weight_gradient_want());
    double weight_gradient = answer("weight_gradient");
    check_number(weight_gradient, want, 1e-9, "");
}

TEST(closures_run_for_doublings, .points = 1, .exercise = "06.q closures", .file = "answers.txt")
{
    double want = EXPECT(closures_want());
    double closures = answer("closures");
    check_number(closures, want, 1e-9, "");
}

TEST(gradient_of_a_bias, .points = 1, .exercise = "06.q bias_gradient", .file = "answers.txt")
{
    double want = EXPECT(bias_gradient_want());
    double bias_gradient = answer("bias_gradient");
    check_number(bias_gradient, want, 1e-9, "");
}

TEST(bytes_that_wait_for_backward, .points = 1, .exercise = "06.q graph_bytes",
     .file = "answers.txt")
{
    double want = EXPECT(graph_bytes_want());
    double graph_bytes = answer("graph_bytes");
    check_number(graph_bytes, want, 1e-3, "");
}

TEST(work_of_backward, .points = 1, .exercise = "06.q backward_ratio", .file = "answers.txt")
{
    double want = EXPECT(backward_ratio_want());
    double backward_ratio = answer("backward_ratio");
    check_number(backward_ratio, want, 1e-9, "");
}
