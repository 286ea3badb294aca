/* own_want.c - 07.7: as few steps as allowed, and where the slope is 0 none. */
#include "want.h"

Tensor *own_want(const Tensor *allowed)
{
    Tensor *t = blank(SHAPE(2 * allowed->shape[0] + 1));
    for (long i = 0; i < allowed->shape[0]; i++)
        t->data[i] = (real)at(allowed, AT(i));
    return t; /* and all others are 0 */
}
