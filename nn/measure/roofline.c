/* roofline.c - two counts and what the machine can do: how fast a piece of work can be at most.
 *
 * Work does so many flops for each byte that it reads or writes. Below the ridge the memory cannot
 * bring bytes fast enough, above it the arithmetic is the limit: of two roofs, the lower one
 * counts.
 */
#include <math.h>
#include "measure_check.h"

void intensity_check(double flops, double bytes)
{
    if (!(flops >= 0 && bytes >= 0))
        fail("arithmetic_intensity: %g flops over %g bytes, expected at least 0 of each", flops,
             bytes);
}

void roofline_check(double intensity, double peak, double bandwidth)
{
    if (!(peak > 0 && bandwidth > 0))
        fail(
            "roofline: a machine of %g flops and %g bytes per second, expected more than 0 of each",
            peak, bandwidth);
    if (!(intensity >= 0))
        fail("roofline: an intensity of %g flops per byte, expected at least 0", intensity);
}

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

/* Where the slope meets the flat part. */
double ridge_point(double peak, double bandwidth)
{
    roofline_check(0, peak, bandwidth);
    return peak / bandwidth;
}
