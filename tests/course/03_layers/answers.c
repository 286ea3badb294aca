/* answers.c - the questions of the lesson. */
#include "check.h"

TEST(parameters_of_a_small_network, .points = 2, .exercise = "03.q mlp_parameters",
     .file = "answers.txt",
     .hints = HINTS("A Linear has in * out weights, and out biases.",
                    "784 * 128 + 128 for the first.", "784*128 + 128 + 128*64 + 64 + 64*10 + 10"))
{
    double weights = 784.0 * 128 + 128 * 64 + 64 * 10;
    MISTAKE_NUMBER(weights, "those are the weights; the biases are 128 + 64 + 10 more");
    MISTAKE_NUMBER(784.0 * 128 * 64 * 10, "the layers follow each other: add their sizes up");
    MISTAKE_NUMBER((weights + 202) * 4,
                   "those are the bytes in float; how many numbers are there?");
    MISTAKE_NUMBER(weights + 784 + 128 + 64,
                   "a bias has a number for each output of its layer, not for each input");
    MISTAKE_NUMBER(weights + 202 + 784, "the input has no bias");
    double parameters = answer("mlp_parameters");
    check_number(parameters, 109386, 1e-6, "100,480 + 8,256 + 650");
}

TEST(work_of_a_layer, .points = 2, .exercise = "03.q linear_multiplications", .file = "answers.txt",
     .hints = HINTS("One output is a sum of 784 products.", "There are 32 * 256 outputs.",
                    "32 * 784 * 256"))
{
    double n = 32.0 * 784 * 256;
    MISTAKE_NUMBER(2 * n, "multiplications and additions together: only the multiplications");
    MISTAKE_NUMBER(784.0 * 256, "that is one row: there are 32");
    MISTAKE_NUMBER(32.0 * 256, "that is how many outputs; each is a sum of 784 products");
    MISTAKE_NUMBER(32.0 * 785 * 256, "the bias is added, not multiplied");
    double multiplications = answer("linear_multiplications");
    check_number(multiplications, n, 1e-3, "rows * in * out: 6,422,528");
}

TEST(bound_of_the_start, .points = 1, .exercise = "03.q largest_start", .file = "answers.txt",
     .hints = HINTS("1 / sqrt(in)", "28 * 28 is 784", "1 / 28 = 0.0357"))
{
    MISTAKE_NUMBER(100.0 / 784, "the square root is missing: 1 / sqrt(784)");
    MISTAKE_NUMBER(2800, "that is the square root; one over it is asked for");
    MISTAKE_NUMBER(100 / sqrt(3.0 * 784),
                   "that is their standard deviation; the bound is sqrt(3) times as far");
    double bound = answer("largest_start");
    check_number(100 * bound, 100.0 / 28, 1e-3, "a hundred times 1 / sqrt(784) = 1 / 28");
}

TEST(a_survivor_of_dropout, .points = 1, .exercise = "03.q survivor", .file = "answers.txt",
     .hints = HINTS("A fifth is dropped; the others make up for it.", "Divide by 1 - p.",
                    "4 / 0.8"))
{
    MISTAKE_NUMBER(4, "those that stay are scaled, or the mean would shrink by a fifth");
    MISTAKE_NUMBER(20, "divided by p; a share of 1 - p stays");
    MISTAKE_NUMBER(3.2, "multiplied by 1 - p; those that stay grow: divide");
    double survivor = answer("survivor");
    check_number(survivor, 5, 1e-6, "4 / (1 - 0.2)");
}

TEST(what_is_left_after_ten, .points = 2, .exercise = "03.q faded", .file = "answers.txt",
     .hints = HINTS("The variance of a uniform number between -b and b is b * b / 3.",
                    "A sum of n terms has n times the variance of one: the variance is divided by "
                    "3 in each layer.",
                    "sqrt(3) in each of ten layers: 1 / 3^5"))
{
    MISTAKE_NUMBER(1000 * pow(3, -10),
                   "that is the variance; the standard deviation is its square root");
    MISTAKE_NUMBER(1000 / sqrt(3.0), "that is one layer; there are ten");
    MISTAKE_NUMBER(1000,
                   "that is the start of 03.2; with 03.1 each layer divides the variance by 3");
    MISTAKE_NUMBER(100,
                   "each layer divides the standard deviation by sqrt(3), and ten are a power: "
                   "sqrt(3)^10");
    double faded = answer("faded");
    check_number(1000 * faded, 1000 / 243.0, 1e-2, "a thousand times 1 / sqrt(3)^10 = 1 / 243");
}
