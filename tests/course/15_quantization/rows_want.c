/* rows_want.c - codes and numbers, one at a time. */
#include "draws.h"
#include "want.h"

Tensor *codes_want(const Tensor *x, QuantParams p)
{
    long n = x->shape[0];
    Tensor *t = blank(SHAPE(n + 1));
    for (long i = 0; i < n; i++) {
        double step = p.scale > 0 ? round((double)x->data[i] / (double)p.scale) : 0;
        t->data[i] = (real)fmax(p.quant_min, fmin(p.quant_max, step + p.zero_point));
    }
    t->data[n] = UNTOUCHED;
    return t;
}

/* Of numbers so far away that no int holds their step: four, of which the last one takes the place behind. */
Tensor *far_codes_want(const Tensor *x, QuantParams p)
{
    Tensor *t = blank(SHAPE(4));
    for (long i = 0; i < 4; i++)
        t->data[i] = (real)(x->data[i] > 0 ? p.quant_max : p.quant_min);
    return t;
}
