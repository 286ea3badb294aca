/* answers_want.c - the right answers to the questions, and wrong ones that people give. */
#include "want.h"

static double matrix(double R, double C)
{
    return 1 + 4 * C + R * C;
}

double artefact_bytes_want(void)
{
    double layer = matrix(96, 288) + matrix(96, 96) + matrix(96, 384) + matrix(384, 96),
           norms = 14 * (1 + 4 * 96);
    double want = 44 + matrix(128, 96) + matrix(96, 96) + 3 * layer + norms;
    MISTAKE_NUMBER(want - 44, "the 44 bytes in front are a part of it");
    MISTAKE_NUMBER(want - 28, "each tensor begins with a letter: 28 bytes more");
    MISTAKE_NUMBER(want - norms, "the norms are in it, too");
    MISTAKE_NUMBER(want - layer, "there are three layers");
    MISTAKE_NUMBER(want - 2 * layer, "there are three layers");
    MISTAKE_NUMBER(want - norms / 2, "a norm has two vectors");
    MISTAKE_NUMBER(want + matrix(96, 128),
                   "the head is shared: it is the token embedding, and is there once");
    MISTAKE_NUMBER(354624, "that is how many numbers there are: one byte each is the codes alone, "
                           "and vectors are floats");
    return want; /* 369,864 */
}

double float_bytes_want(void)
{
    double n = 128 * 96 + 96 * 96 + 3 * (96 * 288 + 96 * 96 + 96 * 384 + 384 * 96) + 1344;
    MISTAKE_NUMBER(n, "that is how many numbers there are: a float has 4 bytes");
    MISTAKE_NUMBER(8 * n, "a float has 4 bytes");
    MISTAKE_NUMBER(4 * (n - 1344), "the norms are in it, too: 1,344 numbers");
    MISTAKE_NUMBER(4 * (n + 128 * 96),
                   "the head is shared: it is the token embedding, and is there once");
    return 4 * n; /* 1,418,496 */
}

double running_bytes_want(void)
{
    double weights = 1418496, cache = 2 * 3 * 96 * 96 * 4, ids = 97 * 4;
    MISTAKE_NUMBER(weights + cache, "the ids are missing");
    MISTAKE_NUMBER(weights + ids, "the cache is missing");
    MISTAKE_NUMBER(weights + cache / 2 + ids, "the cache has keys and values, of three layers");
    MISTAKE_NUMBER(weights + cache / 4 + ids, "the cache holds floats: 4 bytes each");
    MISTAKE_NUMBER(weights + cache + 97, "an id has 4 bytes");
    MISTAKE_NUMBER(369864 + cache + ids, "it runs on floats: codes are in the artefact only");
    return weights + cache + ids; /* 1,640,068 */
}

double score_by_hand_want(void)
{
    double want = cbrt(1 / (0.26 * 0.5 * 0.9));
    MISTAKE_NUMBER((1 / 0.26 + 1 / 0.5 + 1 / 0.9) / 3, "that is the arithmetic mean");
    MISTAKE_NUMBER(cbrt(0.26 * 0.5 * 0.9), "baseline over entry, not the other way round");
    MISTAKE_NUMBER(1 / (0.26 * 0.5 * 0.9), "the cube root of that");
    MISTAKE_NUMBER(sqrt(1 / (0.26 * 0.5 * 0.9)), "three factors: the cube root");
    return want; /* 2.045 */
}

double most_bits_want(void)
{
    MISTAKE_NUMBER(2.376, "more bits are worse: 1 % more are allowed, not 1 % fewer asked for");
    MISTAKE_NUMBER(2.41, "1 % of 2.40 is 0.024");
    MISTAKE_NUMBER(2.40 / 0.99, "1 % of the baseline's bits: times 1.01");
    MISTAKE_NUMBER(0.024, "that is what may come on top");
    return 2.424;
}

double bits_per_byte_want(void)
{
    MISTAKE_NUMBER(1.6636, "these are nats: a bit is ln 2 nats");
    MISTAKE_NUMBER(1.6636 * log(2), "divide by ln 2");
    MISTAKE_NUMBER(1.6636 / log(2) / 8, "per byte, not per bit of the text");
    return 1.6636 / log(2); /* 2.400 */
}

double fewest_runs_want(void)
{
    MISTAKE_NUMBER(4, "2 over 70 ways is 0.029");
    MISTAKE_NUMBER(3, "2 over 20 ways is 0.1");
    MISTAKE_NUMBER(6, "2 over 252 ways is 0.0079 already: five each will do");
    MISTAKE_NUMBER(10, "that is of both together: five each");
    MISTAKE_NUMBER(100, "nothing is divided by 100: count the ways to deal 2 n runs");
    return 5;
}

double lucky_percent_want(void)
{
    MISTAKE_NUMBER(20, "20 times 1 % counts twice who is lucky twice: 1 - 0.99^20");
    MISTAKE_NUMBER(1, "that is for one try");
    MISTAKE_NUMBER(100 * pow(0.99, 20), "that is how likely it is that none is");
    MISTAKE_NUMBER(1 - pow(0.99, 20), "in per cent, please");
    return 100 * (1 - pow(0.99, 20)); /* 18.2 */
}
