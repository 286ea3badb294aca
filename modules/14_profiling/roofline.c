/* roofline.c - two counts and what the machine can do: how fast a piece of work can be at most. */
#include <math.h>
#include "measure_check.h"
#include "todo.h"

/* ---- 14.7 ---------------------------------------------------------------------------------------- */

double arithmetic_intensity(double flops, double bytes)
{
    intensity_check(flops, bytes); /* given: none is negative */

    /* TODO: flops for each byte.
     *
     * CONTRACT  without bytes INFINITY, and 0 if there are no flops either.
     * EXAMPLE   1024 x 1024 matrices of floats, multiplied: 2 * 1024^3 / (3 * 1024^2 * 4) = 170.7
     * HOLDS     twice the flops and twice the bytes: the same.
     * THINK     what is 0 / 0, and which answer makes sense for work that is none? */
    todo("14.7 arithmetic_intensity");
}

/* ---- 14.8 ---------------------------------------------------------------------------------------- */

double roofline(double intensity, double peak, double bandwidth)
{
    roofline_check(intensity, peak, bandwidth); /* given: the machine can do something */

    /* TODO: the most flops per second that work of this intensity (flops per byte) can reach.
     *
     * CONTRACT  on a machine of `peak` flops per second and `bandwidth` bytes per second.
     *           intensity may be INFINITY.
     * EXAMPLE   120 GFLOP/s and 12 GB/s: 24 GFLOP/s at 2 flops per byte, 120 at 10 and at 40
     * HOLDS     never above peak. Below the ridge, twice the intensity is twice as fast.
     * THINK     which unit has intensity times bandwidth? Which of two limits is the limit? */
    todo("14.8 roofline");
}
