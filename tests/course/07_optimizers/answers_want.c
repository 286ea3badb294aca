/* answers_want.c - the right answers to the questions, and wrong ones that people give. */
#include "want.h"

double adam_state_bytes_want(void)
{
    double P = 124439808;
    MISTAKE_NUMBER(4 * P, "that is one moment (SGD with momentum); Adam keeps two");
    MISTAKE_NUMBER(2 * P, "that is how many numbers; each takes 4 bytes");
    MISTAKE_NUMBER(12 * P,
                   "that counts the weights or the gradients, too: only the moments are asked for");
    MISTAKE_NUMBER(16 * P, "either everything was counted, weights, gradients and moments, where "
                           "only the moments are asked for; or 8 bytes each, which is double");
    MISTAKE_NUMBER(8 * P / 1e6, "in bytes, please");
    return 8 * P;
}

double velocity_limit_want(void)
{
    MISTAKE_NUMBER(0.5, "that is the first step: buf goes on growing");
    MISTAKE_NUMBER(10, "that is the factor 1 / (1 - momentum); the gradient is 0.5");
    MISTAKE_NUMBER(0.05, "times 1 - momentum in place of divided by it");
    MISTAKE_NUMBER(INFINITY, "each buf is 0.9 of the last one and 0.5: that has a limit");
    return 5;
}

double first_adam_step_want(void)
{
    MISTAKE_NUMBER(1, "that is lr times g; Adam divides by the root of v, which is |g| here");
    MISTAKE_NUMBER(0.0001, "the bias correction is missing in m: it divides by 1 - beta1");
    MISTAKE_NUMBER(1000, "that is g: Adam divides by the root of v, which is |g| here");
    MISTAKE_NUMBER(0.001 * 0.1 / sqrt(0.001),
                   "without bias correction; with it, m is g and the root of v is |g|");
    return 0.001;
}

double largest_lr_want(void)
{
    MISTAKE_NUMBER(1.0 / 50,
                   "that is the best one for this direction; it is stable up to twice that");
    MISTAKE_NUMBER(2.0 / 0.5,
                   "that is the limit of the flat direction; the steep one diverges long before");
    MISTAKE_NUMBER(2.0 / 50.5, "that is the best lr for both; the limit is a little higher");
    MISTAKE_NUMBER(100, "that is the condition number");
    return 0.04;
}

double forgotten_zero_grad_want(void)
{
    MISTAKE_NUMBER(0.4, "that is with zero_grad; without it the gradient is 2, 4, 6");
    MISTAKE_NUMBER(0.6, "the gradient is 2 in the first step already");
    MISTAKE_NUMBER(1.2, "that is how far w has moved (lr times 12); it started at 1");
    MISTAKE_NUMBER(-0.4, "2 + 4 + 8? Each backward adds 2: the third sum is 6");
    return -0.2;
}
