/* answers_want.c - the right answers to the questions, and wrong ones that people give. */
#include "want.h"

double sigmoid_at_0_want(void)
{
    MISTAKE_NUMBER(0, "that is tanh(0); the sigmoid lies between 0 and 1");
    MISTAKE_NUMBER(1, "1 / (1 + e^0), and e^0 is 1");
    return 0.5;
}

double sigmoid_slope_at_0_want(void)
{
    MISTAKE_NUMBER(0.5, "that is the value there; its slope is s (1 - s)");
    MISTAKE_NUMBER(1, "that is the slope of tanh at 0");
    return 0.25;
}

double softmax_of_equals_want(void)
{
    MISTAKE_NUMBER(0, "e^0 is 1, not 0");
    MISTAKE_NUMBER(1, "that is e^0; divide by the sum of all four");
    return 0.25;
}

double softmax_shifted_want(void)
{
    MISTAKE_NUMBER(0.7311, "that is the second one: the order stays");
    MISTAKE_NUMBER(100.2689, "softmax adds up to 1: a shift cancels");
    return exp(1) / (exp(1) + exp(2));
}

double exp_overflow_want(void)
{
    MISTAKE_NUMBER(710, "that is where a double overflows; a float ends at 3.4e38");
    MISTAKE_NUMBER(88, "e^88 is 1.65e38, which is still below 3.4e38");
    MISTAKE_NUMBER(38, "38 is the power of ten; take the natural log of 3.4e38");
    MISTAKE_NUMBER(39, "39 belongs to powers of ten; take the natural log of 3.4e38");
    return 89;
}
