/* roofline.c - two counts and what the machine can do. */
#include <math.h>
#include "measure_check.h"

double roofline(double intensity, double peak, double bandwidth)
{
    roofline_check(intensity, peak, bandwidth);

    double ridge = peak / bandwidth;
    if (intensity >= ridge)
        return peak;
    return intensity * bandwidth;
}
