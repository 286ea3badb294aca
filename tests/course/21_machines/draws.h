/* draws.h - inputs that several tests of module 21 draw, and a look at what came back. */
#ifndef DRAWS_H
#define DRAWS_H

#include "check.h"
#include "share.h"

enum { MOST = 32 }; /* shares */
/* Some of these are more than an int counts, where a long counts more than that: not in a page. */
#define LARGE (sizeof(long) > sizeof(int) ? 1000000000L : 10000000L)
#define VERY_MANY ((long)(sizeof(long) > sizeof(int) ? 1e12 : 1e8)) /* for a loop over each */

/* Share i in row i: first, count. */
static inline Tensor *cut(long rows, long shares)
{
    Tensor *t = blank(SHAPE(shares, 2));
    for (long row = 0; row < shares; row++) {
        Share s = share_of(rows, row, shares);
        t->data[2 * row] = (real)s.first;
        t->data[2 * row + 1] = (real)s.count;
    }
    return t;
}

/* S arrays of n numbers. In each place two of them hold +M and -M, so large that what is added in between is lost:
 * the sum depends on the order in more than its last bit. (With two arrays there is one order.) */
static inline Tensor *draw_leaves(const char *name, long S, long n)
{
    Tensor *t = draw(name, SHAPE(S, n));
    for (long j = 0; j < n && S > 2; j++) {
        double M = (double)(1 + draw_seed() % 7) * 0x1p60;
        long p = (long)(draw_seed() % (uint64_t)S);
        long q = (p + 1 + (long)(draw_seed() % (uint64_t)(S - 1))) % S;
        t->data[p * n + j] = (real)M;
        t->data[q * n + j] = (real)-M;
    }
    resealed(t);
    may_change(t);
    return t;
}

/* Array i begins at row i * step. */
static inline void point_at(real *leaf[MOST], const Tensor *rows, long leaves, long step)
{
    for (long i = 0; i < leaves; i++)
        leaf[i] = rows->data + i * step * rows->shape[1];
}

static inline Tensor *first_row(const Tensor *rows)
{
    Tensor *t = blank(SHAPE(rows->shape[1]));
    for (long j = 0; j < rows->shape[1]; j++)
        t->data[j] = rows->data[j];
    return t;
}

/* Losses between 1 and 3 for a target. */
static inline void draw_sums(ShareSum *share, long shares, const long *targets)
{
    for (ShareSum *end = share + shares; share < end; share++, targets++) {
        double mean = 1 + 2 * ((double)(draw_seed() >> 11) * 0x1p-53);
        *share = (ShareSum){.loss = mean * (double)*targets, .targets = *targets};
        given("a share", "loss %.6g, %ld targets", share->loss, share->targets);
    }
}

#endif
