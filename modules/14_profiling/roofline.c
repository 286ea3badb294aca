/* roofline.c - two counts and what the machine can do: how fast a piece of work can be at most. */
#include <math.h>
#include "measure_check.h"
#include "todo.h"

/* ---- 14.6 ---------------------------------------------------------------------------------------- */

double roofline(double intensity, double peak, double bandwidth)
{
    roofline_check(intensity, peak, bandwidth); /* given: the machine can do something */

    /* TODO: the most flops per second that work of this intensity (flops per byte) can reach.
     *
     * CONTRACT  on a machine of `peak` flops per second and `bandwidth` bytes per second.
     *           intensity may be INFINITY.
     * EXAMPLE   120 GFLOP/s and 12 GB/s: 24 GFLOP/s at 2 flops per byte
     * HOLDS     a machine with twice the peak and twice the bandwidth: twice as much.
     * THINK     twice the bandwidth, and the work is not faster: what is in its way? From which
     *           intensity on is that so? */
    todo("14.6 roofline");
}
