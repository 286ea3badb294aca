/* blocks_want.c - the numbers of blocks in double. */
#include "draws.h"
#include "want.h"

/* A tensor of blocks of `width` numbers, and one more row: all untouched. 0x6363 is d then. */
static Tensor *blocks_blank(long blocks, long width)
{
    Tensor *t = blank(SHAPE(blocks + 1, width));
    for (long i = 0; i < (blocks + 1) * width; i++)
        t->data[i] = i % width == 0 ? UNTOUCHED * 257 : UNTOUCHED;
    return t;
}

/* The first of the 32 that are furthest from 0. */
static double furthest(const real *x)
{
    double far = 0;
    for (long i = 0; i < 32; i++)
        if (fabs((double)x[i]) > fabs(far))
            far = (double)x[i];
    return far;
}

Tensor *q8_want(const Tensor *x)
{
    long blocks = x->shape[0];
    Tensor *t = blocks_blank(blocks, 33);
    for (long b = 0; b < blocks; b++) {
        const real *from = x->data + b * 32;
        double d = fabs(furthest(from)) / 127;
        t->data[b * 33] = (real)half_from_float((float)d);
        for (long i = 0; i < 32; i++)
            t->data[b * 33 + 1 + i] = d > 0 ? (real)round((double)from[i] / d) : 0;
    }
    return t;
}

static int code4(double x, double d)
{
    return d == 0 ? 8 : (int)fmin(15, trunc(x / d + 8.5));
}

Tensor *q4_want(const Tensor *x)
{
    long blocks = x->shape[0];
    Tensor *t = blocks_blank(blocks, 17);
    for (long b = 0; b < blocks; b++) {
        const real *from = x->data + b * 32;
        double far = furthest(from), d = far == 0 ? 0 : far / -8;
        t->data[b * 17] = (real)half_from_float((float)d);
        for (long j = 0; j < 16; j++)
            t->data[b * 17 + 1 + j] =
                (real)(code4((double)from[j], d) + 16 * code4((double)from[j + 16], d));
    }
    return t;
}
