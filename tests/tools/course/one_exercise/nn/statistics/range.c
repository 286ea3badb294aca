/* range.c - from the least number to the greatest. Invariant: both are numbers of x, and no others. */
#include "range.h"

EXERCISE
double range_of(const Tensor *x)
{
    double least = tensor_get(x, AT(0)), greatest = least;
    for (long i = 1; i < x->shape[0]; i++) {
        double number = tensor_get(x, AT(i));
        if (number < least)
            least = number;
        if (number > greatest)
            greatest = number;
    }
    return greatest - least;
}
