/* answers_want.c - the right answers to the lesson's questions, and why. */
#include "want.h"

double add_intensity_want(void)
{
    MISTAKE_NUMBER(1.0 / 4, "one number is written, and two are read: 12 bytes for an addition");
    MISTAKE_NUMBER(1.0 / 8, "two numbers are read, and one is written as well: 12 bytes");
    MISTAKE_NUMBER(1.0 / 3, "for each number: a float has 4 bytes");
    MISTAKE_NUMBER(12, "upside down: flops for each byte");
    MISTAKE_NUMBER(1.0 / 24, "a float has 4 bytes; 8 are a double's");
    return 1.0 / 12;
}

double gemm_intensity_want(void)
{
    MISTAKE_NUMBER(1024.0 / 12, "a multiplication and an addition are two flops");
    MISTAKE_NUMBER(2 * 1024.0 / 3, "for each number: a float has 4 bytes");
    MISTAKE_NUMBER(2 * 1024.0 / 8, "A, B and C: three matrices of 4 bytes a number");
    MISTAKE_NUMBER(2 * 1024.0 / 24, "a float has 4 bytes; 8 are a double's");
    return 2 * 1024.0 / 12; /* 2 n^3 / (3 n^2 * 4) */
}

double ridge_want(void)
{
    MISTAKE_NUMBER(0.1, "upside down: flops per byte");
    MISTAKE_NUMBER(1440, "peak over bandwidth, not times");
    return 10;
}

double token_want(void)
{
    MISTAKE_NUMBER(124e6 / 12e9 * 1e3, "each weight has 4 bytes");
    MISTAKE_NUMBER(2 * 124e6 / 120e9 * 1e3,
                   "that is the time of the arithmetic: it waits for the memory");
    MISTAKE_NUMBER(4 * 124e6 / 12e9, "that is in seconds");
    MISTAKE_NUMBER(2 * 124e6 / 12e9 * 1e3, "weights of 2 bytes would need that; floats have 4");
    return 4 * 124e6 / 12e9 * 1e3;
}

double timer_want(void)
{
    MISTAKE_NUMBER(5.0 / 45 * 100, "of the sample, 50 microseconds: not of what is left");
    MISTAKE_NUMBER(5.0 / 55 * 100, "the 50 microseconds hold the clock's 5 already");
    MISTAKE_NUMBER(0.1, "that is the share: in percent");
    MISTAKE_NUMBER(20, "the 5 microseconds are those of both looks together");
    return 10;
}

double rank_want(void)
{
    MISTAKE_NUMBER(247, "247 of 250 are 98.8 percent, too few: round up");
    MISTAKE_NUMBER(247.5, "there is no sample with that number: round up");
    MISTAKE_NUMBER(249, "248 of 250 are enough: 99.2 percent");
    MISTAKE_NUMBER(3, "from the smallest on");
    return 248;
}
