/* sample_want.c - quantiles, spreads and outliers in plain loops. */
#include "want.h"

/* How many numbers stand in front of x[i] when it is sorted. */
static long place_of(const Tensor *x, long i)
{
    long place = 0;
    for (long j = 0; j < x->shape[0]; j++)
        place += x->data[j] < x->data[i] || (x->data[j] == x->data[i] && j < i);
    return place;
}

static double at_place(const Tensor *x, long place)
{
    for (long i = 0; i < x->shape[0]; i++)
        if (place_of(x, i) == place)
            return (double)x->data[i];
    return (double)NAN;
}

double quantile_want(const Tensor *x, double p)
{
    double position = p * (double)(x->shape[0] - 1), part = position - floor(position);
    long low = (long)position, high = part > 0 ? low + 1 : low;
    return (1 - part) * at_place(x, low) + part * at_place(x, high);
}

Tensor *quantiles_want(const Tensor *x, const Tensor *p)
{
    Tensor *t = blank(SHAPE(p->shape[0]));
    for (long i = 0; i < p->shape[0]; i++)
        t->data[i] = (real)quantile_want(x, (double)p->data[i]);
    return t;
}
