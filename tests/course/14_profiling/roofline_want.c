/* roofline_want.c - a division and a minimum. */
#include "want.h"

double roof_want(double intensity, double peak, double bandwidth)
{
    return fmin(peak, intensity * bandwidth);
}
