/* draws.h - inputs that several tests of module 16 draw, and a look at what came back. */
#ifndef DRAWS_H
#define DRAWS_H

#include "check.h"
#include "compress_check.h"

enum { MOST = 64 }; /* channels, columns */

/* A layer with these numbers; b NULL: without bias. */
static inline Linear *new_linear(const Tensor *w, const Tensor *b)
{
    Rng rng = rng_seed(1);
    Linear *l = linear_new(w->shape[0], w->shape[1], b != NULL, &rng);
    for (long i = 0; i < tensor_numel(w); i++)
        l->weight->data[i] = w->data[i];
    for (long j = 0; b != NULL && j < w->shape[1]; j++)
        l->bias->data[j] = b->data[j];
    return l;
}

/* Whole numbers from low to high, so that many are equal. */
static inline Tensor *draw_whole(const char *name, int ndim, const long *shape, long low, long high)
{
    Tensor *t = draw(name, ndim, shape);
    for (long i = 0; i < tensor_numel(t); i++)
        t->data[i] = (real)(low + (long)(draw_seed() % (uint64_t)(high - low + 1)));
    resealed(t);
    return t;
}

/* keep of the numbers 0 to n - 1, ascending. */
static inline void draw_which(long *which, long n, long keep)
{
    long next = 0;
    for (long j = 0; j < n; j++)
        if ((long)(draw_seed() % (uint64_t)(n - j)) < keep - next)
            which[next++] = j;
    for (long k = 0; k < keep; k++)
        given("one of which", "%ld", which[k]);
}

/* n numbers of an array as a tensor. */
static inline Tensor *longs(const long *x, long n)
{
    Tensor *t = blank(SHAPE(n));
    for (long i = 0; i < n; i++)
        t->data[i] = (real)x[i];
    return t;
}

static inline Tensor *doubles(const double *x, int ndim, const long *shape)
{
    Tensor *t = blank(ndim, shape);
    for (long i = 0; i < tensor_numel(t); i++)
        t->data[i] = (real)x[i];
    return t;
}

static inline Tensor *ints(const int *x, long n)
{
    Tensor *t = blank(SHAPE(n));
    for (long i = 0; i < n; i++)
        t->data[i] = (real)x[i];
    return t;
}

static inline Tensor *reals(const real *x, long n)
{
    Tensor *t = blank(SHAPE(n));
    for (long i = 0; i < n; i++)
        t->data[i] = x[i];
    return t;
}

/* Columns as the rows of columns (n, m), and turns so far as the rows of v (n, n). */
static inline SvdColumns columns_of(const Tensor *columns, const Tensor *v)
{
    long n = columns->shape[0], m = columns->shape[1];
    SvdColumns c = {.m = m, .n = n};
    c.column = scope_alloc(scope_current(), (size_t)(m * n + m) * sizeof(double));
    c.v = scope_alloc(scope_current(), (size_t)(n * n + n) * sizeof(double));
    for (long i = 0; i < m; i++) /* behind the last column: who reads it has counted wrong */
        c.column[m * n + i] = 1e9;
    for (long i = 0; i < n; i++)
        c.v[n * n + i] = 1e9;
    for (long i = 0; i < m * n; i++)
        c.column[i] = (double)columns->data[i];
    for (long i = 0; i < n * n; i++)
        c.v[i] = (double)v->data[i];
    return c;
}

/* a (rows, inner) times b (inner, out); plain_matmul is no part of the boxed program. */
static inline Tensor *plain_product(const Tensor *a, const Tensor *b)
{
    const Tensor *left = copy_of(a), *right = copy_of(b);
    long inner = right->shape[0], out = right->shape[1];
    Tensor *y = blank(SHAPE(left->shape[0], out));
    for (long i = 0; i < plain_numel(y); i++) {
        double sum = 0;
        for (long k = 0; k < inner; k++)
            sum += (double)left->data[i / out * inner + k] * (double)right->data[k * out + i % out];
        y->data[i] = (real)sum;
    }
    return y;
}

/* Layers with a relu between any two. */
static inline Tensor *plain_network(const Tensor *x, long n, Tensor *const w[],
                                    Tensor *const bias[])
{
    Tensor *h = copy_of(x);
    for (long k = 0; k < n; k++) {
        h = plain_product(h, w[k]);
        long out = w[k]->shape[1];
        for (long i = 0; i < plain_numel(h); i++) {
            double y = (double)h->data[i] + (bias[k] != NULL ? (double)bias[k]->data[i % out] : 0);
            h->data[i] = (real)(k + 1 < n && y < 0 ? 0 : y);
        }
    }
    return h;
}

/* |a - b| / |b|, b not 0 */
static inline double far_apart(const Tensor *a, const Tensor *b)
{
    double off = 0, all = 0;
    for (long i = 0; i < plain_numel(b); i++) {
        off +=
            ((double)a->data[i] - (double)b->data[i]) * ((double)a->data[i] - (double)b->data[i]);
        all += (double)b->data[i] * (double)b->data[i];
    }
    return sqrt(off / all);
}

#endif
