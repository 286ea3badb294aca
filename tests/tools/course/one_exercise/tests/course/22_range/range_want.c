/* range_want.c - right ranges, and what known mistakes give. */
#include "want.h"

double range_want(const Tensor *x)
{
    double least = at(x, AT(0)), greatest = least;
    for (long i = 1; i < x->shape[0]; i++) {
        least = fmin(least, at(x, AT(i)));
        greatest = fmax(greatest, at(x, AT(i)));
    }
    MISTAKE_NUMBER(fmax(greatest, 0) - fmin(least, 0), "the least and the greatest begin with 0, which is no number of x");
    return greatest - least;
}
