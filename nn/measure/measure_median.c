/* measure_median.c - the time of a piece of work, run by run, with any clock.
 *
 * The first runs fetch code and memory, which later ones find: they are not counted. Each run that
 * counts has two looks at the clock of its own, so that one slow run makes one slow sample.
 */
#include "measure_check.h"

EXERCISE
double measure_median(Clock clock, void (*body)(void *context), void *context, long warmup,
                      long runs, double *samples)
{
    measure_median_check(warmup, runs);
    for (long i = 0; i < warmup; i++)
        body(context);
    for (long i = 0; i < runs; i++) {
        double begin = clock.now(clock.context);
        body(context);
        samples[i] = clock.now(clock.context) - begin;
    }
    return percentile(samples, runs, 50);
}
