/* panel_want.c - a micro-panel: step after step. */
#include "want.h"

Tensor *panel_want(const Tensor *x, long count, long width, long size)
{
    Tensor *panel = blank(SHAPE(size));
    for (long p = 0; p < x->shape[1]; p++)
        for (long i = 0; i < count; i++)
            panel->data[p * width + i] = (real)at(x, AT(i, p));
    return panel;
}
