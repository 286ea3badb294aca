/* answers.c - the questions of the lesson, and the facts it states. */
#include "gradients.h"

TEST(gradient_of_a_weight_by_hand, .points = 1, .exercise = "06.q weight_gradient",
     .file = "answers.txt",
     .hints = HINTS("The worked example of the lesson, with other numbers.",
                    "y = 10, dy = 2 y = 20.", "dW = x dy = 5 * 20."))
{
    MISTAKE_NUMBER(40, "that is dx = dy W; asked is dW = x dy");
    MISTAKE_NUMBER(50, "y is used twice in y * y: dy = 2 y = 20");
    MISTAKE_NUMBER(20, "that is dy; one step further: dW = x dy");
    double weight_gradient = answer("weight_gradient");
    check_number(weight_gradient, 100, 1e-9, "y = 5 * 2 = 10, dy = 20, dW = x dy = 100");
}

TEST(closures_run_for_doublings, .points = 1, .exercise = "06.q closures", .file = "answers.txt",
     .hints = HINTS("How many operations are recorded?", "Paths are many, closures are few.",
                    "One closure for each y = y + y."))
{
    MISTAKE_NUMBER(1048576,
                   "that is the number of paths, and the gradient; each closure runs once");
    MISTAKE_NUMBER(40, "each closure has two inputs, but runs once");
    double closures = answer("closures");
    check_number(closures, 20, 1e-9, "one per operation, however many paths lead through it");
}

TEST(gradient_of_a_bias, .points = 1, .exercise = "06.q bias_gradient", .file = "answers.txt",
     .hints = HINTS("How often is each number of the bias used?", "Once per row.",
                    "32 shares of 0.5."))
{
    MISTAKE_NUMBER(0.5, "that is one share; the bias is used in each of 32 rows");
    MISTAKE_NUMBER(2048,
                   "that is the sum over everything; each number of the bias is used 32 times");
    MISTAKE_NUMBER(32, "the number of uses; each brings a share of 0.5");
    double bias_gradient = answer("bias_gradient");
    check_number(bias_gradient, 16, 1e-9, "32 rows, a share of 0.5 from each");
}

TEST(bytes_that_wait_for_backward, .points = 1, .exercise = "06.q graph_bytes",
     .file = "answers.txt",
     .hints = HINTS("Each operation leaves its result behind, until backward has come.",
                    "Two results per layer, of 32 * 64 numbers.", "6 * 2 * 32 * 64 * 4."))
{
    MISTAKE_NUMBER(98304. / 4, "that is the number of numbers; each takes 4 bytes");
    MISTAKE_NUMBER(98304. / 2, "each layer leaves two results: that of matmul and that of tanh");
    MISTAKE_NUMBER(98304. / 6, "that is one layer");
    MISTAKE_NUMBER(98304. * 2, "a float has 4 bytes");
    double graph_bytes = answer("graph_bytes");
    check_number(graph_bytes, 98304, 1e-3, "6 layers * 2 results * 32 * 64 numbers * 4 bytes");
}

TEST(work_of_backward, .points = 1, .exercise = "06.q backward_ratio", .file = "answers.txt",
     .hints = HINTS("How many products does matmul's backward compute?",
                    "dA and dB, each as large as the "
                    "forward product.",
                    "2"))
{
    MISTAKE_NUMBER(1, "there are two products in backward, dA and dB");
    MISTAKE_NUMBER(
        3, "forward and backward together cost 3 times the forward pass; asked is backward alone");
    double backward_ratio = answer("backward_ratio");
    check_number(backward_ratio, 2, 1e-9,
                 "dA = dY B^T and dB = A^T dY: two products of m k n multiplications");
}
