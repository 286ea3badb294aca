/* answers_want.c - the right answers to the questions, and wrong ones that people give. */
#include "want.h"

static const double N = 124318464, ALL = 124439808;

double q8_0_bytes_want(void)
{
    MISTAKE_NUMBER(N, "scales are missing: each 32 codes have a scale of 2 bytes");
    MISTAKE_NUMBER(ALL, "that is one byte for each parameter: scales are missing, and biases and "
                        "norms are not codes");
    MISTAKE_NUMBER(N / 32 * 36, "the scale of a block is a half float, of 2 bytes");
    MISTAKE_NUMBER(N / 32 * 33, "the scale of a block takes 2 bytes");
    MISTAKE_NUMBER(N * 4, "that is what they take as floats");
    MISTAKE_NUMBER(ALL / 32 * 34, "that counts biases and norms, which are no matrices");
    MISTAKE_NUMBER(N / 32 * 34 * 8, "those are bits");
    return N / 32 * 34;
}

double q4_0_bytes_want(void)
{
    MISTAKE_NUMBER(N / 2, "scales are missing: each 32 codes have a scale of 2 bytes");
    MISTAKE_NUMBER(N / 32 * 34, "that is Q8_0: two nibbles share a byte");
    MISTAKE_NUMBER(N / 32 * 34 / 2,
                   "scales do not become smaller: 16 bytes of codes and 2 of the scale");
    MISTAKE_NUMBER(N / 32 * 20, "the scale of a block is a half float, of 2 bytes");
    MISTAKE_NUMBER(ALL / 32 * 18, "that counts biases and norms, which are no matrices");
    MISTAKE_NUMBER(N * 4.5, "those are bits");
    return N / 32 * 18;
}

double worst_error_want(void)
{
    MISTAKE_NUMBER(5.0 / 127, "that is a whole step: the nearest code is at most half a step away");
    MISTAKE_NUMBER(5.0 / 128 / 2, "the largest code is 127");
    MISTAKE_NUMBER(10.0 / 127 / 2, "max |x| is 5: one side of 0, and not both");
    MISTAKE_NUMBER(10.0 / 255 / 2, "that is quant_affine's: 255 steps; here 127 on each side");
    MISTAKE_NUMBER(10.0 / 256 / 2, "there are 127 steps from 0 to 5");
    MISTAKE_NUMBER(5.0 / 7 / 2, "that is with 4 bits");
    return 5.0 / 127 / 2;
}

double products_in_16_bits_want(void)
{
    MISTAKE_NUMBER(3, "the third product is the one that does not fit");
    MISTAKE_NUMBER(2.0316, "there is no part of a product");
    MISTAKE_NUMBER(32767.0 / 16129, "there is no part of a product");
    MISTAKE_NUMBER(4, "that is for 65,535, without a sign");
    MISTAKE_NUMBER(258, "127 is one code: a product of two is up to 16,129");
    MISTAKE_NUMBER(133144, "that is an accumulator of 32 bits");
    MISTAKE_NUMBER(1, "two products are 32,258, which fits");
    return 2;
}

double linear_bytes_want(long R, long C, long G)
{
    const double c = (double)C, n = (double)R * c, groups = n / (double)G;
    MISTAKE_NUMBER(n / 2 + 4 * c, "scales are missing: each G codes have one, of 2 bytes");
    MISTAKE_NUMBER(n + 2 * groups + 4 * c, "two codes of 4 bits share a byte");
    MISTAKE_NUMBER(n / 2 + 2 * groups, "the biases are missing: C floats");
    MISTAKE_NUMBER(n / 2 + 2 * groups + c, "a bias is a float, of 4 bytes");
    MISTAKE_NUMBER(n / 2 + 4 * groups + 4 * c, "a scale takes 2 bytes here");
    MISTAKE_NUMBER(n / 2 + groups + 4 * c, "that is how many scales; each takes 2 bytes");
    MISTAKE_NUMBER(n / 2 + 6 * c, "that is one scale for a column: each G codes of it have one");
    MISTAKE_NUMBER(n / 2 + 2 * (double)R / (double)G + 4 * c,
                   "those are the scales of one column; there are C");
    MISTAKE_NUMBER(n / 2 + 2 * groups + 4 * (double)R, "each output has a bias: C, not R");
    MISTAKE_NUMBER(4 * n + 2 * groups + 4 * c, "4 bits, not 4 bytes: two codes share a byte");
    return n / 2 + 2 * groups + 4 * c;
}

double tokens_per_second_want(void)
{
    double bytes = N / 32 * 18;
    MISTAKE_NUMBER(12e9 / (4 * ALL), "that is in floats");
    MISTAKE_NUMBER(12e9 / (N / 32 * 34), "that is Q8_0");
    MISTAKE_NUMBER(12e9 / (N / 2), "scales are read, too");
    MISTAKE_NUMBER(bytes / 12e9, "that is seconds for a token");
    MISTAKE_NUMBER(12 * 1073741824.0 / bytes, "12 * 10^9 bytes, not 12 * 2^30");
    return 12e9 / bytes;
}
