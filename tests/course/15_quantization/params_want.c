/* params_want.c - scales and zero points by hand. */
#include "want.h"

static Tensor *four(double scale, double zero, double least, double most)
{
    return values(SHAPE(4), VALUES((real)scale, (real)zero, (real)least, (real)most));
}

Tensor *symmetric_want(const Tensor *x, long n, int bits)
{
    double most = ldexp(1, bits - 1) - 1, largest = 0;
    for (long i = 0; i < n; i++)
        largest = fmax(largest, fabs((double)x->data[i]));
    return four(largest / most, 0, -most, most);
}

Tensor *affine_want(const Tensor *x, long n, int bits)
{
    double steps = ldexp(1, bits) - 1, least = -ldexp(1, bits - 1), low = 0, high = 0;
    for (long i = 0; i < n; i++) {
        low = fmin(low, (double)x->data[i]);
        high = fmax(high, (double)x->data[i]);
    }
    double scale = (high - low) / steps;
    return four(scale, scale > 0 ? least - round(low / scale) : 0, least, least + steps);
}
