/* gradients.h - what the tests of this module share: sums over broadcast axes, in plain loops. */
#ifndef GRADIENTS_H
#define GRADIENTS_H

#include "check.h"
#include "core.h"

#define NOT_RECORDED                                                                               \
    "the result has no past: closure_record(out, &..._op, INPUTS(...), NO_CAPTURE) was not "       \
    "called, "                                                                                     \
    "or does not name the inputs (or 06.1 is not right yet: its own tests say so)"

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

/* ---- how often an operation is computed, forward or in backward ---------------------------------- */

static const char *counted_name;
static long counted;

static void count_made(Tensor *out, const Operation *op, int n, Tensor *const in[])
{
    (void)out, (void)n, (void)in;
    counted += strcmp(op->name, counted_name) == 0;
}

static Observer counter = {.made = count_made};

static void count_operations(const char *name)
{
    counted_name = name;
    counted = 0;
    observer_add(&counter);
}

static double operations_counted(void)
{
    observer_remove(&counter);
    return (double)counted;
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
