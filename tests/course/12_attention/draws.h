/* draws.h - inputs that several tests of module 12 draw. */
#ifndef DRAWS_H
#define DRAWS_H

#include "check.h"

/* A mask with about a third forbidden and key 0 always allowed. */
static inline Tensor *random_mask(const char *name, int ndim, const long *shape)
{
    Tensor *t = draw_between(name, ndim, shape, 0, 1);
    long columns = shape[ndim - 1], n = 1;
    for (int d = 0; d < ndim; d++)
        n *= shape[d];
    for (long i = 0; i < n; i++)
        t->data[i] = t->data[i] > (real)0.35 || i % columns == 0;
    resealed(t);
    return t;
}

static inline Tensor *causal_mask(long T)
{
    Tensor *t = draw("causal", SHAPE(T, T));
    for (long i = 0; i < T * T; i++)
        t->data[i] = i % T <= i / T;
    resealed(t);
    return t;
}

/* What attention over tokens [0, T) says when later tokens change: a copy of x with other numbers
 * from token `from` on. */
static inline Tensor *changed_from(const Tensor *x, long from)
{
    Tensor *y = draw("x2", x->ndim, x->shape);
    long inner = x->shape[x->ndim - 1], T = x->shape[x->ndim - 2], n = x->shape[0] * T * inner;
    for (long i = 0; i < n; i++)
        if (i / inner % T < from)
            y->data[i] = x->data[i];
    resealed(y);
    return y;
}

#endif
