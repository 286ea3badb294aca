/* answers_want.c - the right answers to the questions, and wrong ones that people give. */
#include "want.h"

double weights_bytes_want(void)
{
    MISTAKE_NUMBER(2048.0 * 2048, "that is how many weights there are; each takes 4 bytes");
    MISTAKE_NUMBER(2048.0 * 4, "that is one row: there is one per query");
    MISTAKE_NUMBER(2048.0 * 2048 * 8, "8 bytes is a double; a float takes 4");
    MISTAKE_NUMBER(16, "in bytes, please: 16 MiB is 16 * 1024 * 1024");
    MISTAKE_NUMBER(2048.0 * 2048 * 2,
                   "this would be half precision, 2 bytes, or half the square; all "
                   "T * T floats are stored");
    return 2048.0 * 2048 * 4;
}

static const double C = 512;

double parameters_8_heads_want(void)
{
    MISTAKE_NUMBER(4 * C * C, "the biases are missing: one per layer, 512 each");
    MISTAKE_NUMBER(3 * (C * C + C), "the output projection is missing");
    MISTAKE_NUMBER(3 * C * C, "the output projection is missing, and so are all biases");
    MISTAKE_NUMBER(8 * 4 * (C * C + C),
                   "the heads share the matrices: each owns 64 columns, not a matrix of its own");
    MISTAKE_NUMBER(4 * (64 * 64 + 64),
                   "that is one head of 64 from 64 channels; each head sees all 512 channels");
    return 4 * (C * C + C);
}

double parameters_1_head_want(void)
{
    MISTAKE_NUMBER(4 * C * C, "the biases are missing: one per layer, 512 each");
    MISTAKE_NUMBER((C * C + C) / 2, "an eighth: but heads cut the same matrices into columns");
    MISTAKE_NUMBER(3 * (C * C + C), "the output projection is missing");
    MISTAKE_NUMBER(3 * C * C, "the output projection is missing, and so are all biases");
    MISTAKE_NUMBER(8 * 4 * (C * C + C),
                   "heads cut the same matrices into columns: their number changes nothing");
    return 4 * (C * C + C);
}

double causal_waste_want(void)
{
    MISTAKE_NUMBER(1025.0 / 2048,
                   "that is the fraction it keeps: the diagonal belongs to the allowed half");
    MISTAKE_NUMBER(1023.0 / 20.48, "as a fraction, please: 0.5 for 50 %");
    MISTAKE_NUMBER(1023.0 * 512, "that is how many; divide by T * T");
    MISTAKE_NUMBER(0.5, "close, but the diagonal is kept: T (T - 1) / 2 of T * T");
    return 1023.0 / 2048;
}

double crossover_length_want(void)
{
    MISTAKE_NUMBER(768, "16 C C / (4 C) is 4 C, not C");
    MISTAKE_NUMBER(4, "in tokens: T = 4 C, with C = 768");
    MISTAKE_NUMBER(1536, "2 C: either attention's products were counted twice, or the MLP's half");
    MISTAKE_NUMBER(12288, "16 C: attention costs 4 T C, so divide by 4 as well");
    MISTAKE_NUMBER(6144, "8 C: both of attention's products count, 2 T C each");
    return 4 * 768;
}

double adam_bytes_want(void)
{
    double n = 124439808;
    MISTAKE_NUMBER(n,
                   "that is how many parameters there are: how many floats of 4 bytes for each?");
    MISTAKE_NUMBER(4 * n,
                   "the weights alone; training also keeps gradients and Adam's two moments");
    MISTAKE_NUMBER(8 * n, "weights and gradients; Adam keeps two moments more");
    MISTAKE_NUMBER(12 * n, "three numbers per parameter; Adam has two moments: four");
    MISTAKE_NUMBER(4 * 8 * n, "8 bytes is a double; a float takes 4");
    return 16 * n;
}

double score_products_want(void)
{
    const double T = 1024;
    MISTAKE_NUMBER(T * T * 64, "that is one head; there are 8");
    MISTAKE_NUMBER(8 * T * T * 512, "a head of 64 multiplies 64 numbers for a score, not 512");
    MISTAKE_NUMBER(8 * T * T, "that is how many scores there are: each is a sum of 64 products");
    MISTAKE_NUMBER(8 * T * 64, "every query meets every key: T * T scores in each head");
    MISTAKE_NUMBER(2 * 8 * T * T * 64, "with the additions, or with weights V as well: only the "
                                       "multiplications of Q K^T are asked for");
    return 8 * T * T * 64;
}

double training_bytes_want(long L, long H, long T)
{
    const double squares = (double)L * (double)H * (double)T * (double)T;
    MISTAKE_NUMBER(4 * squares, "that is one square per head; with dropout there are two");
    MISTAKE_NUMBER(2 * squares, "that is how many numbers; each takes 4 bytes");
    MISTAKE_NUMBER(8 * squares / (double)H, "that is one head in each layer; there are H");
    MISTAKE_NUMBER(8 * squares / (double)L, "that is one layer; there are L");
    MISTAKE_NUMBER(8 * (double)T * (double)T, "that is one head; there are H in each of L layers");
    MISTAKE_NUMBER(8 * squares / (double)T, "a table has a row for each query, of T weights: T^2");
    MISTAKE_NUMBER(16 * squares, "8 bytes is a double; a float takes 4");
    return 8 * squares;
}
