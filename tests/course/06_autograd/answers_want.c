/* answers_want.c - the right answers to the questions, and wrong ones that people give. */
#include "want.h"

double weight_gradient_want(void)
{
    MISTAKE_NUMBER(40, "that is dx = dy W; asked is dW = x dy");
    MISTAKE_NUMBER(50, "y is used twice in y * y: dy = 2 y = 20");
    MISTAKE_NUMBER(20, "that is dy; one step further: dW = x dy");
    MISTAKE_NUMBER(10, "that is y; the loss is y * y");
    return 100; /* y = 5 * 2 = 10, dy = 20, dW = x dy */
}

double closures_want(void)
{
    MISTAKE_NUMBER(1048576,
                   "that is the number of paths, and the gradient; each closure runs once");
    MISTAKE_NUMBER(40, "each closure has two inputs, but runs once");
    MISTAKE_NUMBER(21, "a leaf has no closure: there are as many as operations");
    return 20;
}

double bias_gradient_want(void)
{
    MISTAKE_NUMBER(0.5, "that is one share; the bias is used in each of 32 rows");
    MISTAKE_NUMBER(2048,
                   "that is the sum over everything; each number of the bias is used 32 times");
    MISTAKE_NUMBER(32, "the number of uses; each brings a share of 0.5");
    MISTAKE_NUMBER(64, "128 is the length of a row: a number of the bias is used once per row, "
                       "32 times");
    return 16;
}

double graph_bytes_want(void)
{
    const double right = 6 * 2 * 32 * 64 * 4;
    MISTAKE_NUMBER(right / 4, "that is the number of numbers; each takes 4 bytes");
    MISTAKE_NUMBER(right / 2, "each layer leaves two results: that of matmul and that of tanh");
    MISTAKE_NUMBER(right / 6, "that is one layer");
    MISTAKE_NUMBER(right * 2, "a float has 4 bytes");
    return right;
}

double backward_ratio_want(void)
{
    MISTAKE_NUMBER(1, "there are two products in backward, dA and dB");
    MISTAKE_NUMBER(
        3, "forward and backward together cost 3 times the forward pass; asked is backward alone");
    MISTAKE_NUMBER(4, "each of the two products costs as much as the forward one, not twice that");
    return 2; /* dA = dY B^T and dB = A^T dY, each of m k n multiplications */
}
