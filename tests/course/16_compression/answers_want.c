/* answers_want.c - the right answers to the questions, and wrong ones that people give. */
#include "want.h"

double csr_percent_want(void)
{
    MISTAKE_NUMBER(0, "a number that is not 0 takes 8 bytes in CSR, and 4 without it");
    MISTAKE_NUMBER(80, "there CSR may become faster; smaller it is much earlier");
    MISTAKE_NUMBER(90, "there CSR may become faster; smaller it is much earlier");
    MISTAKE_NUMBER(25, "8 bytes for what is left, against 4 for everything: half may be left");
    MISTAKE_NUMBER(75, "8 bytes for what is left, against 4 for everything: half may be left");
    MISTAKE_NUMBER(0.5, "that is a part of 1: in percent, please");
    return 50; /* 8 (1 - z) < 4 */
}

double csr_short_percent_want(void)
{
    MISTAKE_NUMBER(200.0 / 3, "that is how much may be left: zeros are the rest");
    MISTAKE_NUMBER(50, "that is for columns of 4 bytes: now a number takes 6");
    MISTAKE_NUMBER(25,
                   "6 bytes for what is left, against 4 for everything: two thirds may be left");
    MISTAKE_NUMBER(1.0 / 3, "that is a part of 1: in percent, please");
    return 100.0 / 3; /* 6 (1 - z) < 4 */
}

double bytes_of_four_want(void)
{
    MISTAKE_NUMBER(8, "the places are missing: two bits for each of the two numbers");
    MISTAKE_NUMBER(8.25, "two bits for each of the two numbers are four bits, half a byte");
    MISTAKE_NUMBER(9, "four bits are half a byte");
    MISTAKE_NUMBER(10, "a place among four takes two bits, not a byte");
    MISTAKE_NUMBER(12, "four bits are half a byte, not four");
    MISTAKE_NUMBER(16, "that is without pruning");
    return 8.5;
}

double largest_rank_want(void)
{
    MISTAKE_NUMBER(615, "615 (768 + 3072) is above 768 * 3072");
    MISTAKE_NUMBER(614.4, "ranks are whole numbers");
    MISTAKE_NUMBER(767, "that is the largest rank below full: it has more numbers than one matrix");
    MISTAKE_NUMBER(384,
                   "half of the ranks is not half of the numbers: r (768 + 3072) < 768 * 3072");
    MISTAKE_NUMBER(768, "that is the full rank: it has more numbers than one matrix");
    return 614;
}

double work_left_want(void)
{
    MISTAKE_NUMBER(50, "half of the outputs leave, and half of the inputs: a half of a half");
    MISTAKE_NUMBER(75, "that is what is saved");
    MISTAKE_NUMBER(0.25, "that is a part of 1: in percent, please");
    return 25;
}

double soft_logit_want(void)
{
    MISTAKE_NUMBER(-0.25, "that is q - p: times T");
    MISTAKE_NUMBER(-1.0 / 16, "that is without T^2: (q - p) / T");
    MISTAKE_NUMBER(-4, "T^2 (q - p): a softmax of x / T takes one T away again");
    MISTAKE_NUMBER(1, "the sign: the student's probability is too small, so its logit has to rise");
    MISTAKE_NUMBER(4, "T (q - p): the sign is minus, and T^2 loses one T to the softmax of x / T");
    MISTAKE_NUMBER(0.25, "that is p - q: T (q - p)");
    return -1; /* 4 (0.5 - 0.75) */
}
