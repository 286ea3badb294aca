/* want.h - what is right, from small_want.c and answers_want.c. */
#ifndef WANT_H
#define WANT_H

#include "check.h"
#include "small.h"

long sum_want(long n);
long square_want(long n);
long larger_want(long a, long b);
Tensor *ramp_want(long n);
double last_want(const Tensor *t);
double sum_to_100_want(void);

#endif
