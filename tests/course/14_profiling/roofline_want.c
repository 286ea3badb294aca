/* roofline_want.c - a division and a minimum. */
#include "want.h"

double intensity_want(double flops, double bytes)
{
    return bytes > 0 ? flops / bytes : flops > 0 ? (double)INFINITY : 0;
}

double roof_want(double intensity, double peak, double bandwidth)
{
    return fmin(peak, intensity * bandwidth);
}
