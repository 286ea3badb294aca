/* range_want.c - right ranges. */
#include "want.h"

double range_want(const Tensor *x)
{
    double least = at(x, AT(0)), greatest = least;
    for (long i = 1; i < x->shape[0]; i++) {
        least = fmin(least, at(x, AT(i)));
        greatest = fmax(greatest, at(x, AT(i)));
    }
    return greatest - least;
}
