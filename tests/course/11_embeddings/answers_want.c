/* answers_want.c - the right answers to the questions, and wrong ones that people give. */
#include "want.h"

double table_bytes_want(void)
{
    const double n = 50257.0 * 768;
    MISTAKE_NUMBER(n, "that is how many numbers there are; each takes 4 bytes");
    MISTAKE_NUMBER(8 * n, "8 bytes is a double; a float takes 4");
    MISTAKE_NUMBER(n * 4 / 1e6, "in bytes, please: 154 MB is 154 million");
    MISTAKE_NUMBER(768 * 4, "that is one row: there is one per token of the vocabulary");
    return 4 * n;
}

double one_hot_multiplications_want(void)
{
    const double n = 1024.0 * 50257 * 768;
    MISTAKE_NUMBER(2 * n,
                   "multiplications and additions together: only the multiplications, please");
    MISTAKE_NUMBER(1024.0 * 768,
                   "that is what the lookup copies; the product multiplies by all the zeros too");
    MISTAKE_NUMBER(1024.0 * 50257,
                   "those are the numbers of the one-hot rows: each meets C numbers of the table");
    MISTAKE_NUMBER(50257.0 * 768, "that is one token: there are 1024");
    return n;
}

double gradient_of_row_5_want(void)
{
    MISTAKE_NUMBER(1, "that is one share: row 5 was looked up three times, and shares add up");
    MISTAKE_NUMBER(12, "that is the sum over the 4 channels: channel 0 alone");
    MISTAKE_NUMBER(5, "5 is the id; what counts is how often it occurs");
    MISTAKE_NUMBER(2, "row 2 gets 2; count the fives");
    return 3;
}

double nonzero_gradients_want(void)
{
    MISTAKE_NUMBER(3, "that is how many rows; each has 4 channels");
    MISTAKE_NUMBER(24, "six ids, but only three different ones: repeated ids share a row");
    MISTAKE_NUMBER(6, "that is how many ids there are: count the different ones, times 4 channels");
    MISTAKE_NUMBER(28, "that is how many are 0");
    MISTAKE_NUMBER(40, "rows that were not looked up get no gradient");
    return 12;
}

double slowest_turn_want(void)
{
    const double pi = acos(-1), slowest = pow(10000, 510.0 / 512);
    MISTAKE_NUMBER(20000 * pi, "that would be the base itself, i = C/2; the last pair is i = 255, "
                               "exponent 510/512");
    MISTAKE_NUMBER(slowest, "that turns by 1 radian; a full turn is 2 pi radians");
    MISTAKE_NUMBER(2 * pi * pow(10000, 255.0 / 512), "2i/C is 510/512, not 255/512");
    MISTAKE_NUMBER(2 * pi, "that is the fastest pair, i = 0");
    return 2 * pi * slowest;
}
