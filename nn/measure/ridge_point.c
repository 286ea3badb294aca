/* ridge_point.c - where the slope of the roofline meets its flat part. */
#include "measure_check.h"

double ridge_point(double peak, double bandwidth)
{
    roofline_check(0, peak, bandwidth);
    return peak / bandwidth;
}
