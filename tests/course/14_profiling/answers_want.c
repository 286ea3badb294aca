/* answers_want.c - the right answers to the lesson's questions, and why. */
#include "want.h"

double add_intensity_want(void)
{
    MISTAKE_NUMBER(1.0 / 12, "that is an addition alone: here are two flops, and a third input");
    MISTAKE_NUMBER(1.0 / 6, "three numbers are read, and one is written as well: 16 bytes");
    MISTAKE_NUMBER(1.0 / 2, "for each number: a float has 4 bytes");
    MISTAKE_NUMBER(8, "upside down: flops for each byte");
    MISTAKE_NUMBER(1.0 / 16, "a multiplication and an addition are two flops, or a float has 4 "
                             "bytes; 8 are a double's");
    return 2.0 / 16;
}

double gemm_intensity_want(void)
{
    double m = 512, k = 2048, n = 64, flops = 2 * m * k * n, read = m * k + k * n;
    double numbers = read + m * n;
    MISTAKE_NUMBER(flops / 2 / (4 * numbers), "a multiplication and an addition are two flops");
    MISTAKE_NUMBER(flops / numbers, "for each number: a float has 4 bytes");
    MISTAKE_NUMBER(flops / (4 * read), "A, B and C: three matrices of 4 bytes a number");
    MISTAKE_NUMBER(flops / (8 * numbers), "a float has 4 bytes; 8 are a double's");
    return flops / (4 * numbers);
}

double step_flops_want(long K, long M, long N)
{
    const double products = (double)K * (double)M * (double)N;
    MISTAKE_NUMBER(2 * products, "that is the way forward; two gradients are products, too");
    MISTAKE_NUMBER(4 * products,
                   "either the way back alone, or one of the two gradients is missing");
    MISTAKE_NUMBER(3 * products, "a multiplication and an addition are two flops");
    MISTAKE_NUMBER(products, "that is the multiplications of the way forward");
    MISTAKE_NUMBER(8 * products, "the way back has two products, one for each gradient, not three");
    MISTAKE_NUMBER(6 * products / (double)M, "that is one row of X; there are M");
    return 6 * products;
}

double ridge_want(void)
{
    MISTAKE_NUMBER(0.125, "upside down: flops per byte");
    MISTAKE_NUMBER(5000, "peak over bandwidth, not times");
    MISTAKE_NUMBER(10,
                   "that is the lesson's machine: this one has another peak and another memory");
    return 8;
}

double token_ms_want(void)
{
    double weights = 355e6, memory = 25e9;
    MISTAKE_NUMBER(weights / memory * 1e3, "each weight has 4 bytes");
    MISTAKE_NUMBER(2 * weights / 200e9 * 1e3,
                   "that is the time of the arithmetic: it waits for the memory");
    MISTAKE_NUMBER(4 * weights / memory, "that is in seconds");
    MISTAKE_NUMBER(2 * weights / memory * 1e3, "weights of 2 bytes would need that; floats have 4");
    MISTAKE_NUMBER(4 * weights / 12e9 * 1e3, "this machine brings 25 GB/s");
    return 4 * weights / memory * 1e3;
}

double timer_percent_want(void)
{
    MISTAKE_NUMBER(3.0 / 37 * 100, "of the sample, 40 microseconds: not of what is left");
    MISTAKE_NUMBER(3.0 / 43 * 100, "the 40 microseconds hold the clock's 3 already");
    MISTAKE_NUMBER(0.075, "that is the share: in percent");
    MISTAKE_NUMBER(15, "the 3 microseconds are those of both looks together");
    return 7.5;
}

double rank_99_want(void)
{
    MISTAKE_NUMBER(247, "247 of 250 are 98.8 percent, too few: round up");
    MISTAKE_NUMBER(247.5, "there is no sample with that number: round up");
    MISTAKE_NUMBER(249, "248 of 250 are enough: 99.2 percent");
    MISTAKE_NUMBER(3, "from the smallest on");
    return 248;
}
