/* answers_want.c - the right answers to the questions, and wrong ones that people give. */
#include "want.h"

double mlp_parameters_want(void)
{
    const double weights = 784.0 * 128 + 128 * 64 + 64 * 10, biases = 128 + 64 + 10;
    MISTAKE_NUMBER(weights, "those are the weights; the biases are 128 + 64 + 10 more");
    MISTAKE_NUMBER(784.0 * 128 * 64 * 10, "the layers follow each other: add their sizes up");
    MISTAKE_NUMBER((weights + biases) * 4,
                   "those are the bytes in float; how many numbers are there?");
    MISTAKE_NUMBER(weights + 784 + 128 + 64,
                   "a bias has a number for each output of its layer, not for each input");
    MISTAKE_NUMBER(weights + biases + 784, "the input has no bias");
    return weights + biases;
}

double linear_multiplications_want(void)
{
    MISTAKE_NUMBER(2 * 32.0 * 784 * 256,
                   "multiplications and additions together: only the multiplications");
    MISTAKE_NUMBER(784.0 * 256, "that is one row: there are 32");
    MISTAKE_NUMBER(32.0 * 256, "that is how many outputs; each is a sum of 784 products");
    MISTAKE_NUMBER(32.0 * 785 * 256, "the bias is added, not multiplied");
    return 32.0 * 784 * 256;
}

double largest_start_want(void)
{
    MISTAKE_NUMBER(1.0 / 784, "the square root is missing: 1 / sqrt(784)");
    MISTAKE_NUMBER(28, "that is the square root; one over it is asked for");
    MISTAKE_NUMBER(1 / sqrt(3.0 * 784),
                   "that is their standard deviation; the bound is sqrt(3) times as far");
    return 1 / 28.0;
}

double survivor_want(void)
{
    MISTAKE_NUMBER(4, "those that stay are scaled, or the mean would shrink by a fifth");
    MISTAKE_NUMBER(20, "divided by p; a share of 1 - p stays");
    MISTAKE_NUMBER(3.2, "multiplied by 1 - p; those that stay grow: divide");
    return 5;
}

double faded_want(void)
{
    MISTAKE_NUMBER(pow(3, -10), "that is the variance; the standard deviation is its square root");
    MISTAKE_NUMBER(0.577, "that is one layer; there are ten");
    MISTAKE_NUMBER(0.5774, "that is one layer; there are ten");
    MISTAKE_NUMBER(1 / sqrt(3.0), "that is one layer; there are ten");
    MISTAKE_NUMBER(
        1,
        "that is the start of init_xavier_normal; with 03.1 each layer divides the variance by 3");
    MISTAKE_NUMBER(0.1, "each layer divides the standard deviation by sqrt(3), and ten are a "
                        "power: sqrt(3)^10");
    return 1 / 243.0;
}
