/* roofline.c - two counts and what the machine can do. */
#include <math.h>
#include "measure_check.h"

double arithmetic_intensity(double flops, double bytes)
{
    intensity_check(flops, bytes);

    if (bytes == 0 && flops == 0)
        return 0;
    if (bytes == 0)
        return INFINITY;
    return flops / bytes;
}

double roofline(double intensity, double peak, double bandwidth)
{
    roofline_check(intensity, peak, bandwidth);

    double ridge = peak / bandwidth;
    if (intensity >= ridge)
        return peak;
    return intensity * bandwidth;
}
