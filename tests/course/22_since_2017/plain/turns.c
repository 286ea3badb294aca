#include <math.h>
#include "language_parts.h"

Tensor *rope_turns(const Tensor *x, RopeOptions o)
{
    rope_check(x, o);
    long T = x->shape[x->ndim - 2];
    long dims = o.dims > 0 ? o.dims : x->shape[x->ndim - 1];
    long n = dims / 2, rows = T;
    double base = o.base > 0 ? o.base : 10000;
    Tensor *turns;
    if (o.positions != NULL && o.positions->ndim == 2) {
        rows = o.positions->shape[0] * T;
        turns = tensor_zeros(SHAPE(o.positions->shape[0], T, dims));
    } else {
        turns = tensor_zeros(SHAPE(T, dims));
    }
    for (long row = 0; row < rows; row++) {
        double position = (double)(o.start + row);
        if (o.positions != NULL)
            position = o.positions->data[row];
        for (long i = 0; i < n; i++) {
            double frequency = rope_scaled(pow(base, -(double)i / (double)n), o);
            double angle = position * frequency;
            turns->data[row * dims + i] = (real)cos(angle);
            turns->data[row * dims + n + i] = (real)sin(angle);
        }
    }
    return turns;
}
