/* gradients.h - what the tests of this module share: sums over broadcast axes, in plain loops. */
#ifndef GRADIENTS_H
#define GRADIENTS_H

#include "check.h"

#define NOT_RECORDED                                                                               \
    "the result has no past: record(out, &..._op, INPUTS(...)) is missing, or does not name the "  \
    "inputs"

/* g summed until it has the shape, as a tensor of that shape was broadcast to g's. */
static Tensor *summed_to(const Tensor *g, int ndim, const long *shape)
{
    Tensor *out = blank(ndim, shape);
    long n = shape_numel(g->ndim, g->shape);
    for (long flat = 0; flat < n; flat++) {
        long index[TENSOR_MAX_AXES], rest = flat, place = 0, offset = 0;
        for (int d = g->ndim - 1; d >= 0; d--) {
            index[d] = rest % g->shape[d];
            rest /= g->shape[d];
            offset += index[d] * g->stride[d];
        }
        for (int d = 0; d < ndim; d++) {
            long i = index[d + g->ndim - ndim];
            place = place * shape[d] + (shape[d] == 1 ? 0 : i);
        }
        out->data[place] += g->data[offset];
    }
    return out;
}

static Tensor *summed_like(const Tensor *g, const Tensor *t)
{
    return summed_to(g, t->ndim, t->shape);
}

static double over(double a, double b)
{
    return a / b;
}

static double over_square(double a, double b)
{
    return a / (b * b);
}

#endif
