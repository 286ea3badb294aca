/* benchmark_check.h - benchmark.h, and what its functions look at first. For their own files. */
#ifndef KINDLING_BENCHMARK_CHECK_H
#define KINDLING_BENCHMARK_CHECK_H

#include "benchmark.h"

/* ---- benchmark.c (19): what a caller can do wrong. Each fails, and returns if all is well ---- */

void benchmark_interleaved_check(long n, long rounds);
void benchmark_decide_check(long runs);
void benchmark_compare_check(const double *a, const double *b, long rounds);

#endif
