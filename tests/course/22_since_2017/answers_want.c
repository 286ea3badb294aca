/* answers_want.c - the right answers to the questions, and wrong ones that people give. */
#include "want.h"

double normed_want(void)
{
    MISTAKE_NUMBER(0.8,
                   "divided by the length of the row, 5: it is the root of the mean square, 2.5");
    MISTAKE_NUMBER(0.64, "divided by the mean square itself, 6.25: its root is 2.5");
    MISTAKE_NUMBER(1.2, "that is the first number of the row");
    MISTAKE_NUMBER(2.25 / sqrt(3.1875), "that is a layer norm: here the mean stays where it is");
    MISTAKE_NUMBER(4 / sqrt(12.5), "the mean is over all four numbers, zeros too");
    return 1.6; /* 4 / sqrt(25 / 4) */
}

double angle_want(void)
{
    MISTAKE_NUMBER(50, "that is pair 0, whose frequency is 1");
    MISTAKE_NUMBER(0.005, "that is 50 / 10000: pair 1 of 2 has base^(-1/2)");
    MISTAKE_NUMBER(5, "there are 2 pairs, not 4: base^(-1/2), not base^(-1/4)");
    MISTAKE_NUMBER(5000, "the frequency is 1/100, not 100");
    MISTAKE_NUMBER(0.01, "that is the frequency; times the position");
    MISTAKE_NUMBER(0.5 * 180 / 3.14159265358979, "in radians, please");
    return 0.5; /* 50 * 10000^(-1/2) */
}

double gate_width_want(void)
{
    MISTAKE_NUMBER(3072, "three matrices of that width would have half as many weights more");
    MISTAKE_NUMBER(1536, "two thirds of 3072, not half: three matrices share what two had");
    MISTAKE_NUMBER(1024, "that is a third: two matrices had 2 * 3072 columns, three share them");
    MISTAKE_NUMBER(4608, "wider, with more matrices? two thirds of 3072");
    return 2048; /* 2 * 3072 / 3 */
}

double token_bytes_want(void)
{
    MISTAKE_NUMBER(819200, "keys and values have 8 heads, not 40");
    MISTAKE_NUMBER(81920, "keys and values: twice that");
    MISTAKE_NUMBER(4096, "that is one layer; there are 40");
    MISTAKE_NUMBER(327680, "a number has 2 bytes");
    MISTAKE_NUMBER(409600, "keys and values: twice that; and they have 8 heads, not 40");
    return 163840; /* 2 * 40 * 8 * 128 * 2 */
}

double texts_want(void)
{
    MISTAKE_NUMBER(65536, "that is how many tokens fit; a text has 4096");
    MISTAKE_NUMBER(3, "with 40 heads of keys and values it would be 3");
    MISTAKE_NUMBER(32, "keys and values: a token takes 163,840 bytes");
    MISTAKE_NUMBER(8, "a number has 2 bytes, not 4");
    MISTAKE_NUMBER(640, "that is one layer's; there are 40");
    return 16; /* 10 * 2^30 / (163840 * 4096) */
}
