/* answers_want.c - the right answers to the questions, and wrong ones that people give. */
#include "want.h"

double loss_of_a_guess_want(void)
{
    MISTAKE_NUMBER(0.1, "that is the probability; the loss is -log of it");
    MISTAKE_NUMBER(1, "a logarithm of base 10: the natural one is meant");
    MISTAKE_NUMBER(log2(10), "that is in bits, base 2: the natural logarithm is meant");
    MISTAKE_NUMBER(-log(10), "the minus is missing: a loss is never negative");
    return log(10);
}

double largest_logit_want(void)
{
    MISTAKE_NUMBER(89, "log(3.4e38) is 88.7, so e^89 is infinite already");
    MISTAKE_NUMBER(709, "that is double; float has fewer exponent bits");
    MISTAKE_NUMBER(38, "that is a power of 10; powers of e are asked");
    MISTAKE_NUMBER(127, "that is a power of 2; powers of e are asked");
    return 88;
}

double smoothed_floor_want(void)
{
    double want = -0.91 * log(0.91) - 0.09 * log(0.01);
    MISTAKE_NUMBER(0, "only without smoothing: now each wrong class has to get some probability");
    MISTAKE_NUMBER(-0.9 * log(0.9) - 0.1 * log(0.1 / 9),
                   "smoothing was spread over V - 1 classes: the uniform distribution has all V");
    MISTAKE_NUMBER(want / log(2), "that is in bits: the natural logarithm is meant");
    MISTAKE_NUMBER(-log(0.91), "that is the target's loss alone; the other nine classes count too");
    MISTAKE_NUMBER(-0.9 * log(0.9) - 0.1 * log(0.01),
                   "the target also gets its share of the uniform part: 0.9 + 0.01");
    return want;
}

double padded_mean_want(void)
{
    MISTAKE_NUMBER(0.75, "divided by all 8 rows: the 5 ignored ones do not count");
    MISTAKE_NUMBER(6, "that is the sum; divide by the rows that count");
    MISTAKE_NUMBER(1.2, "divided by the 5 ignored rows; the 3 others count");
    return 2;
}

double logits_bytes_want(void)
{
    double n = 8.0 * 1024 * 50257;
    MISTAKE_NUMBER(n, "that is how many logits; each takes 4 bytes");
    MISTAKE_NUMBER(n * 8, "8 bytes is a double; a float takes 4");
    MISTAKE_NUMBER(n / 8 * 4, "that is one sequence; the batch has 8");
    MISTAKE_NUMBER(8.0 * 50257 * 4,
                   "one row per sequence: but every token is held against the next one");
    return n * 4;
}
