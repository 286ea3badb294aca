/* argmax.c - where the largest element is. */
#include "combine.h"

long first_largest(long n, const real *x, long stride)
{
    long best = 0;
    real largest = x[0];

    for (long i = 0; i < n; i++) {
        real value = x[i * stride];
        if (value != value) /* NaN */
            return i;
        if (value > largest) {
            largest = value;
            best = i;
        }
    }
    return best;
}
