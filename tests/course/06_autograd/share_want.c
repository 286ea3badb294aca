/* share_want.c - what all shares have in common: sums over broadcast axes, in plain loops, and a way back. */
#include "want.h"

long place_in(const Tensor *t, long flat, int ndim, const long *shape)
{
    long index[TENSOR_MAX_AXES], place = 0;
    for (int d = t->ndim; d-- > 0;) {
        index[d] = flat % t->shape[d];
        flat /= t->shape[d];
    }
    for (int d = 0; d < ndim; d++)
        place = place * shape[d] + (shape[d] == 1 ? 0 : index[d + t->ndim - ndim]);
    return place;
}

Tensor *summed_to(const Tensor *g, int ndim, const long *shape)
{
    Tensor *out = blank(ndim, shape), *numbers = copy_of(g);
    for (long i = 0; i < shape_numel(g->ndim, g->shape); i++)
        out->data[place_in(g, i, ndim, shape)] += numbers->data[i];
    return out;
}

Tensor *summed_like(const Tensor *g, const Tensor *t)
{
    return summed_to(g, t->ndim, t->shape);
}

void arrives(const char *words)
{
    MISTAKE_MESSAGE(words, "nothing arrived here: either backward hands nothing to this input, or "
                           "INPUTS(...) does not name it, or something below (06.1 to 06.5) loses "
                           "it: their own tests say so");
    MISTAKE_MESSAGE("does not require a gradient",
                    "the result has no past: closure_record(out, &..._op, INPUTS(...), NO_CAPTURE) "
                    "was not called, or does not name the inputs (or 06.1 or 06.3 is not right "
                    "yet: their own tests say so)");
}

long constants_want(void)
{
    MISTAKE_NUMBER(1, "a constant got a gradient: only what requires one gets one");
    return 0;
}

double products_want(void)
{
    MISTAKE_NUMBER(
        2, "two products were computed: either one for a constant, too (skip the side that does "
           "not require a gradient), or INPUTS(...) names one side twice");
    return 1;
}
