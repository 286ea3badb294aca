/* roofline.c - two counts and what the machine can do: how fast a piece of work can be at most. */
#include <math.h>
#include "measure_check.h"
#include "todo.h"

/* ---- 14.7 ---------------------------------------------------------------------------------------- */

double arithmetic_intensity(double flops, double bytes)
{
    intensity_check(flops, bytes); /* given: none is negative */

    /* TODO: flops for each byte. Without bytes INFINITY, and 0 if there are no flops either.
     *
     * APPROACH
     *   1. Is bytes 0? Then look at flops.
     *   2. Else divide.
     *
     * EXAMPLE
     *   1024 x 1024 matrices of floats, multiplied: 2 * 1024^3 / (3 * 1024^2 * 4) = 170.7
     *
     * HINT: what is 0 / 0? */
    todo("14.7 arithmetic_intensity");
}

/* ---- 14.8 ---------------------------------------------------------------------------------------- */

double roofline(double intensity, double peak, double bandwidth)
{
    roofline_check(intensity, peak, bandwidth); /* given: the machine can do something */

    /* TODO: the most flops per second that work of this intensity (flops per byte) can reach, on a machine of `peak`
     * flops per second and `bandwidth` bytes per second.
     *
     * APPROACH
     *   1. What the memory brings: bytes per second times flops per byte.
     *   2. Of two roofs the lower one is the limit.
     *
     * EXAMPLE
     *   120 GFLOP/s and 12 GB/s: 24 GFLOP/s at 2 flops per byte, 120 at 10 and at 40
     *
     * HINT: intensity may be INFINITY. */
    todo("14.8 roofline");
}
