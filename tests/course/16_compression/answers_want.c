/* answers_want.c - the right answers to the questions, and wrong ones that people give. */
#include "want.h"

double csr_percent_want(void)
{
    MISTAKE_NUMBER(0, "a number that is not 0 takes 12 bytes in CSR, and 4 without it");
    MISTAKE_NUMBER(80, "there CSR may become faster; smaller it is earlier");
    MISTAKE_NUMBER(90, "there CSR may become faster; smaller it is earlier");
    MISTAKE_NUMBER(50, "that is for columns of 4 bytes: now a number takes 12");
    MISTAKE_NUMBER(100.0 / 3, "that is how much may be left: zeros are the rest");
    MISTAKE_NUMBER(2.0 / 3, "that is a part of 1: in percent, please");
    return 200.0 / 3; /* 12 (1 - z) < 4 */
}

double csr_short_percent_want(void)
{
    MISTAKE_NUMBER(80, "that is how much may be left: zeros are the rest");
    MISTAKE_NUMBER(100.0 / 3, "that is for floats: a double and its column take 10 bytes");
    MISTAKE_NUMBER(50, "that is for columns as long as the numbers: now a number takes 10");
    MISTAKE_NUMBER(25, "10 bytes for what is left, against 8 for everything: zeros are a part of "
                       "everything");
    MISTAKE_NUMBER(0.2, "that is a part of 1: in percent, please");
    return 20; /* 10 (1 - z) < 8 */
}

double bytes_of_four_want(void)
{
    MISTAKE_NUMBER(4, "the place is missing: which of the four it was");
    MISTAKE_NUMBER(4.125, "one bit tells two places apart; there are four");
    MISTAKE_NUMBER(4.5, "four bits, one for each place, would do; two bits are enough");
    MISTAKE_NUMBER(5, "a place among four takes two bits, not a byte");
    MISTAKE_NUMBER(6, "two bits, not two bytes");
    MISTAKE_NUMBER(8, "a place among four takes two bits, not an int");
    MISTAKE_NUMBER(8.5, "that is 2:4; here one of four stays");
    MISTAKE_NUMBER(16, "that is without pruning");
    return 4.25;
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
    MISTAKE_NUMBER(200.0 / 3, "a third of the outputs leave, and a third of the inputs");
    MISTAKE_NUMBER(100.0 / 3, "a third of the outputs leave, and a third of the inputs: two "
                              "thirds of two thirds are left");
    MISTAKE_NUMBER(100.0 / 9, "that is if two thirds leave: here a third does, on both sides");
    MISTAKE_NUMBER(500.0 / 9, "that is what is saved");
    MISTAKE_NUMBER(4.0 / 9, "that is a part of 1: in percent, please");
    return 400.0 / 9;
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
