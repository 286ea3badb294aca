/* clock.h - a clock as an argument: whoever measures says what time it is. */
#ifndef KINDLING_CLOCK_H
#define KINDLING_CLOCK_H

#include "../../tensor/tensor.h"

#pragma GCC visibility push(default)

/* now(context) in seconds, from any beginning. What measures takes one, so that a test can hand in
 * a clock that ticks as the test likes, and a box without a clock can judge it. */
typedef struct {
    double (*now)(void *context);
    void *context;
} Clock;

/* ---- clock_monotonic.c (15): the real one ---------------------------------------------------- */

/* The machine's clock that never goes back: kindling_seconds(). The time of day may be set while
 * you measure. */
Clock clock_monotonic(void);

#pragma GCC visibility pop
#endif
