/* roofline.c - two counts and what the machine can do: how fast a piece of work can be at most.
 *
 * Work does so many flops for each byte that it reads or writes. Below the ridge the memory cannot
 * bring bytes fast enough, above it the arithmetic is the limit: of two roofs, the lower one
 * counts.
 */
#include <math.h>
#include "measure_check.h"

EXERCISE
double arithmetic_intensity(double flops, double bytes)
{
    intensity_check(flops, bytes);
    if (bytes == 0)
        return flops > 0 ? (double)INFINITY : 0;
    return flops / bytes;
}

EXERCISE
double roofline(double intensity, double peak, double bandwidth)
{
    roofline_check(intensity, peak, bandwidth);
    double memory = intensity * bandwidth;
    return memory < peak ? memory : peak;
}
