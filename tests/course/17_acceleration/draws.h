/* draws.h - inputs that several tests of module 17 draw: matrices of small whole numbers, a C with room between its
 * rows, a cache that looks on, a micro-tile that counts. */
#ifndef DRAWS_H
#define DRAWS_H

#include "check.h"
#include "gemm_steps.h"

/* Whole numbers, none of them 0: sums of their products are exact in any order. */
static inline void make_whole(Tensor *t)
{
    long count = 1;
    for (int d = 0; d < t->ndim; d++)
        count *= t->shape[d];
    for (long i = 0; i < count; i++) {
        long number = (long)(draw_seed() % 12);
        t->data[i] = (real)(number < 6 ? number - 6 : number - 5);
    }
    resealed(t);
}

static inline Tensor *draw_whole(const char *name, long rows, long columns)
{
    Tensor *t = draw(name, SHAPE(rows, columns));
    make_whole(t);
    return t;
}

static inline Tensor *draw_whole_transposed(const char *name, long rows, long columns)
{
    Tensor *t = draw_transposed(name, SHAPE(rows, columns));
    make_whole(t);
    return t;
}

/* C with `gap` numbers behind each row, and some rows below, that belong to somebody else. */
static inline Tensor *draw_c_with(long m, long n, long gap, long below)
{
    Tensor *c = draw_whole("c", m + below, n + gap);
    given("C", "%ld rows and %ld columns of c; c_row is %ld", m, n, n + gap);
    may_change(c);
    return c;
}

static inline Tensor *draw_c(long m, long n, long gap)
{
    return draw_c_with(m, n, gap, 2 + STEP_NR / (n + gap));
}

/* As large as it is opposite, what stands in C and product p of each sum are gone when they meet: all that come behind are
 * seen, and the bits of those before are lost. */
static inline void make_order_count(Tensor *a, const Tensor *b, Tensor *c, long p)
{
    const real large = (real)(IS_DOUBLE ? 0x1p64 : 0x1p36);
    for (long i = 0; i < a->shape[0]; i++) {
        a->data[i * a->shape[1] + p] = large;
        for (long j = 0; j < b->shape[1]; j++)
            c->data[i * c->shape[1] + j] = -large * b->data[p * b->shape[1] + j];
    }
    resealed(a);
    resealed(c);
}

/* Where something is no number: no check takes a NaN for another one. */
static inline Tensor *is_nan_of(const Tensor *t)
{
    Tensor *flags = blank(t->ndim, t->shape);
    for (long i = 0; i < t->shape[0] * t->shape[1]; i++)
        flags->data[i] = isnan(at(t, AT(i / t->shape[1], i % t->shape[1])));
    return flags;
}

/* A 0 in A, and what it meets in B is NaN or infinite: row p of B, for some p. */
static inline void meet_zero(Tensor *a, Tensor *b)
{
    long p = draw_long("p", 0, a->shape[1] - 1);
    for (long i = 0; i < a->shape[0]; i += 2)
        a->data[i * a->stride[0] + p * a->stride[1]] = 0;
    for (long j = 0; j < b->shape[1]; j += 3)
        b->data[p * b->shape[1] + j] = (real)(j % 2 != 0 ? INFINITY : NAN);
    given("A and B", "column p of A has zeros, which meet NaN and infinity in row p of B");
    resealed(a);
    resealed(b);
}

/* The rows of A as a micro-tile reads them: step by step. */
static inline Tensor *panel_of(const Tensor *rows)
{
    Tensor *panel = draw("panel", SHAPE(rows->shape[1], rows->shape[0]));
    for (long i = 0; i < rows->shape[0]; i++)
        for (long p = 0; p < rows->shape[1]; p++)
            panel->data[p * rows->shape[0] + i] = rows->data[i * rows->shape[1] + p];
    resealed(panel);
    return panel;
}

static inline Matrix matrix_of(const Tensor *t)
{
    return (Matrix){t->data, t->stride[0], t->stride[1]};
}

static inline Product product_of(const Tensor *a, const Tensor *b, Tensor *c)
{
    return (Product){.m = a->shape[0],
                     .n = b->shape[1],
                     .k = a->shape[1],
                     .a = matrix_of(a),
                     .b = matrix_of(b),
                     .c = c->data,
                     .c_row = c->shape[1]};
}

/* Its scratch memory, where nothing is set. */
static inline Tensor *draw_scratch(long n, long parts)
{
    return output("scratch", SHAPE(parts * gemm_packed_scratch(n)));
}

/* ---- a cache that looks on -------------------------------------------------------------------------- */

enum { OF_A, OF_B };

/* An array in place of t's: where READ is heard of, it alone gives the numbers. */
static inline real *by_read(CacheModel *cache, const Tensor *t)
{
    long count = t->shape[0] * t->shape[1];
    if (READS_ARE_COUNTED)
        return cache_model_hide(cache, t->data, count);
    cache_model_watch(cache, t->data, count);
    return t->data;
}

/* It hears of the READs of this thread, so there is to be no other. */
static inline void look_at(CacheModel *cache, const Tensor *a, const Tensor *b)
{
    kindling_set_threads(1);
    cache_model_watch(cache, a->data, a->shape[0] * a->shape[1]);
    cache_model_watch(cache, b->data, b->shape[0] * b->shape[1]);
    given("the cache on paper", "%ld lines of %ld numbers", cache->lines, cache->width);
    cache_model_open(cache);
}

/* The same, but A and B of the product are numbers that only a READ shows. */
static inline void look_through(CacheModel *cache, Product *x, const Tensor *a, const Tensor *b)
{
    kindling_set_threads(1);
    x->a.data = by_read(cache, a);
    x->b.data = by_read(cache, b);
    given("the cache on paper", "%ld lines of %ld numbers", cache->lines, cache->width);
    cache_model_open(cache);
}

/* In what a call may need, no copy of either has room, whose numbers would be used in any order, and nobody hears of it. */
#define NO_COPY "little room beside C: what A and B hold is read where it is used, and not copied first"
static inline double room_without_a_copy(const Tensor *a, const Tensor *b)
{
    long of_a = a->shape[0] * a->shape[1], of_b = b->shape[0] * b->shape[1];
    return (double)(of_a < of_b ? of_a : of_b) * (double)sizeof(real) / 4;
}

/* What is expected of a model that hears of nothing (CONFIG=release). */
static inline long if_counted(long number)
{
    return READS_ARE_COUNTED ? number : 0;
}

/* ---- a micro-tile that counts ------------------------------------------------------------------------- */

/* What it was called with: C is at `c`, m rows of n columns. */
typedef struct {
    const real *c;
    long m, n, c_row;
    long calls, outside; /* of the calls, those that would touch what is not C */
} TileLog;
static TileLog tile_log;

static inline void log_tiles(const Tensor *c, long m, long n)
{
    tile_log = (TileLog){.c = c->data, .m = m, .n = n, .c_row = c->shape[1]};
}

static inline void given_tile(long k, const real *a, const real *b, real *c, long c_row)
{
    TileLog *log = &tile_log;
    uintptr_t from = (uintptr_t)log->c, here = (uintptr_t)c;
    long place = (long)((here - from) / sizeof(real));
    log->calls++;
    if (here >= from && place < (log->m + 2) * log->c_row)
        log->outside += place / log->c_row + STEP_MR > log->m ||
                        place % log->c_row + STEP_NR > log->n || c_row != log->c_row;
    for (long i = 0; i < STEP_MR; i++)
        for (long j = 0; j < STEP_NR; j++)
            for (long p = 0; p < k; p++)
                c[i * c_row + j] += a[p * STEP_MR + i] * b[p * STEP_NR + j];
}

#endif
