/* one_pass.h - a sum of exponentials over numbers that come once. By hand in module 02. */
#ifndef KINDLING_ONE_PASS_H
#define KINDLING_ONE_PASS_H

/* ---- one_pass.c (02): a sum of exponentials over numbers that come once ---------------------- */

/* next gives the next number; count_exp gives e^x, and counts how often it was asked. */
typedef struct {
    void *context;
    double (*next)(void *context);
    double (*count_exp)(void *context, double x);
} Stream;

/* log(e^x_0 + ... + e^x_(n-1)) of the next n numbers. -infinity where n is 0 or all numbers are
 * -infinity; infinity where one is; NaN where one is. */
double stream_logsumexp(Stream s, long n);

#endif
