/* timing.h - how long a piece of work takes: warm up, time each run by itself, take the middle.
 *
 *     runs       seconds each, in the order in which they ran      measure_median
 *     samples    the one that p percent do not exceed              percentile
 *
 * A machine that does other things, too, makes some runs slower and none faster: a mean follows the
 * slow ones, a median does not. Source: Hoefler, Belli 2015, "Scientific Benchmarking of Parallel
 * Computing Systems".
 */
#ifndef KINDLING_TIMING_H
#define KINDLING_TIMING_H

#include "clock.h"

#pragma GCC visibility push(default)

/* ---- timing.c (14): how long a few runs take ------------------------------------------------- */

/* Calls body(context) `warmup` times, and then `runs` times: samples[i] gets the seconds of run i.
 * 2 * runs looks at the clock in all, none for a warm-up. Returns the median of the samples.
 * Fails: warmup < 0, runs < 1. */
double measure_median(Clock clock, void (*body)(void *context), void *context, long warmup,
                      long runs, double *samples);

/* ---- timing.c (14): the value that so many per cent do not exceed ---------------------------- */

/* The smallest of x[0] .. x[n - 1] that at least p percent of them do not exceed (nearest rank). 0
 * gives the smallest, 100 the
 * largest, and 50 the middle one, of an even number the lower of the two as torch.median. Always
 * one of the x; the order of x does not matter, and stays. sample_quantile (statistics.h) may lie
 * between two of them; this one tells of a run that happened, and can be looked up. Fails: n < 1, p
 * not in 0 .. 100, a NaN among x. */
double percentile(const double *x, long n, double p);

#pragma GCC visibility pop
#endif
