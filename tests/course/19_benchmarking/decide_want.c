/* decide_want.c - 19.8: the shorter time of each machine's two, by looking at both. */
#include "want.h"

Tensor *faster_want(const Tensor *seconds)
{
    Tensor *t = blank(SHAPE(seconds->shape[0]));
    for (long i = 0; i < seconds->shape[0]; i++) {
        double first = at(seconds, AT(i, 0)), second = at(seconds, AT(i, 1));
        if (first != second)
            t->data[i] = (real)fmin(first, second);
    }
    return t;
}
