/* flash_tile.h - what can be done to one tile of attention scores.
 *
 * A tile is up to QUERIES queries against up to KEYS keys, small enough for the first-level cache.
 * It is held transposed, element (key, query) at s[key * lanes + query]: one row belongs to one
 * key, and what softmax does to a query it does to all the queries of a row at once, one per vector
 * lane. Keys are cut at multiples of KEYS from 0 whatever the queries are, so that a query alone
 * against its prefix gets the bits it gets among others under a causal mask. Of the tile that the
 * diagonal crosses only a staircase is computed, a step after the other (Step).
 *
 * Every product of both passes is the same small loop: numbers of A, one by one and from any
 * strides, times rows of B, a vector at a time, summed in registers. So K, V, Q and their gradients
 * are used where they lie; only the queries have to be transposed.
 * Invariant: a score is summed over d in the same order wherever its tile begins, so both passes
 * see the same bits.
 */
#ifndef KINDLING_FLASH_TILE_H
#define KINDLING_FLASH_TILE_H

#include <string.h>
#include "flash.h"
#include "vector.h"

#define QUERIES 64L
#define KEYS 64L
#define STEP 16L        /* keys, and queries, of a step on the diagonal: whole vectors */
#define FEW_QUERIES 256 /* copying rows that lie far apart does not pay for so few */

/* A product keeps up to 8 x 4 sums in registers, with some of B and one number of A beside them. */
#define MAX_ROWS 8
#if defined(__AVX512F__) || defined(__aarch64__) /* 32 registers */
#define MAX_WIDTH 4
#define ROWS(width) ((width) == 4 ? 6 : 8)
#else /* 16 */
#define MAX_WIDTH 2
#define ROWS(width) ((width) == 2 ? 6 : 8)
#endif

/* Rows of D numbers behind which whole vectors can be read. */
typedef struct {
    real *data;
    long step; /* between rows */
} Rows;

typedef struct {
    const Flash *f;
    long b, h;
    Rows keys, values; /* all of this batch and head */
    long q, nq;        /* queries q .. q + nq */
    long lanes; /* nq in whole vectors, the rest hold finite numbers; alone (flash_alone.h): 1 */
    long k, nk; /* keys k .. k + nk */
} Tile;

/* Keys k + at .. k + at + n of a tile: all of them, or STEP on the diagonal, where none is seen by
 * the `at` queries at the front, and all before k + at + n are needed for the n queries from q + at
 * on. */
typedef struct {
    long at, n;
    bool diagonal;
} Step;

static inline long smaller_of(long a, long b)
{
    return a < b ? a : b;
}

static inline long round_to_lanes(long n)
{
    return (n + LANES - 1) / LANES * LANES;
}

/* ---- which queries, which keys --------------------------------------------------------------- */

/* Queries in blocks, light ones next to heavy ones: 0, n-1, 1, n-2, ... Under a causal mask any run
 * of neighbours in this order is about equally much work. */
static inline long interleave(long i, long n)
{
    return i % 2 == 0 ? i / 2 : n - 1 - i / 2;
}

static inline real *tile_buffer(Scope *scope, long n)
{
    return scope_alloc(scope, (size_t)n * sizeof(real));
}

static inline long tile_blocks(const Flash *f) /* of queries, per head */
{
    return (f->Tq + QUERIES - 1) / QUERIES;
}

/* Of one block, for parallel_for. */
static inline int64_t tile_work(const Flash *f, int64_t products)
{
    return products * round_to_lanes(smaller_of(QUERIES, f->Tq)) * f->Tk * f->D / 8;
}

static inline Tile tile_start(const Flash *f, long bh, long block)
{
    Tile t = {.f = f, .b = bh / f->H, .h = bh % f->H, .q = block * QUERIES};
    t.nq = smaller_of(QUERIES, f->Tq - t.q);
    t.lanes = round_to_lanes(t.nq);
    return t;
}

/* The next keys that any query of the tile may see, or false. Starts with k = nk = 0. */
static inline bool tile_next_keys(Tile *t)
{
    const Flash *f = t->f;
    long end = f->causal ? smaller_of(f->Tk, t->q + t->nq + f->offset) : f->Tk;
    t->k += t->nk;
    t->nk = smaller_of(KEYS, end - t->k);
    return t->nk > 0;
}

/* The next step through the tile, or false. Starts with at = n = 0. */
static inline bool next_step(const Tile *t, Step *s)
{
    s->diagonal = t->f->causal && t->k == t->q + t->f->offset;
    s->at += s->n;
    s->n = smaller_of(s->diagonal ? STEP : KEYS, t->nk - s->at);
    return s->n > 0;
}

/* How many queries at the front see none of the keys of the step. */
static inline long masked_prefix(Step s)
{
    return s.diagonal ? s.at : 0;
}

static inline real *tile_data(const Tile *t, Heads x, long time) /* row `time` of batch and head */
{
    return x.data + t->b * x.batch + t->h / x.group * x.head + time * x.time;
}

/* ---- products -------------------------------------------------------------------------------- */

/* rows x width vectors of C. The two are constants wherever this is used, so that the sums stay in
 * registers. */
static ALWAYS_INLINE void multiply(const int rows, const int width, long depth, Matrix a,
                                   const real *b, long b_row, real *c, long c_row, bool add)
{
    Vector sum[MAX_ROWS][MAX_WIDTH] = {0};
    for (long p = 0; p < depth; p++) {
        Vector right[MAX_WIDTH];
        UNROLL
        for (int j = 0; j < width; j++)
            right[j] = load(b + p * b_row + j * LANES);
        UNROLL
        for (int i = 0; i < rows; i++) {
            real left = a.data[i * a.row + p * a.col];
            UNROLL
            for (int j = 0; j < width; j++)
                sum[i][j] += left * right[j];
        }
    }
    UNROLL
    for (int i = 0; i < rows; i++)
        UNROLL
    for (int j = 0; j < width; j++) {
        real *to = c + i * c_row + j * LANES;
        store(to, add ? load(to) + sum[i][j] : sum[i][j]);
    }
}

static ALWAYS_INLINE void multiply_column(const int width, long rows, long depth, Matrix a,
                                          const real *b, long b_row, real *c, long c_row, bool add)
{
    long i = 0;
    for (; i + ROWS(width) <= rows; i += ROWS(width), a.data += ROWS(width) * a.row)
        multiply(ROWS(width), width, depth, a, b, b_row, c + i * c_row, c_row, add);
    for (; i + 4 <= rows; i += 4, a.data += 4 * a.row)
        multiply(4, width, depth, a, b, b_row, c + i * c_row, c_row, add);
    for (; i + 2 <= rows; i += 2, a.data += 2 * a.row)
        multiply(2, width, depth, a, b, b_row, c + i * c_row, c_row, add);
    for (; i < rows; i++, a.data += a.row)
        multiply(1, width, depth, a, b, b_row, c + i * c_row, c_row, add);
}

/* C (rows, columns) = A B, or C += A B. A has any strides; the rows of B and C are contiguous and
 * columns is a number of whole vectors. */
static void tile_product(long rows, long columns, long depth, Matrix a, const real *b, long b_row,
                         real *c, long c_row, bool add)
{
    long j = 0;
#if MAX_WIDTH > 2
    for (; j + 4 * LANES <= columns; j += 4 * LANES)
        multiply_column(4, rows, depth, a, b + j, b_row, c + j, c_row, add);
#endif
    for (; j + 2 * LANES <= columns; j += 2 * LANES)
        multiply_column(2, rows, depth, a, b + j, b_row, c + j, c_row, add);
    if (j < columns)
        multiply_column(1, rows, depth, a, b + j, b_row, c + j, c_row, add);
}

/* s (keys, lanes) = x columns, with a row of x for each key and a column (D, lanes) for each
 * query. */
static inline void tile_multiply(const Tile *t, Rows x, const real *columns, real *s)
{
    for (Step p = {0}; next_step(t, &p);) {
        long first = masked_prefix(p);
        Matrix rows = {x.data + (t->k + p.at) * x.step, x.step, 1};
        tile_product(p.n, t->lanes - first, t->f->D, rows, columns + first, t->lanes,
                     s + p.at * t->lanes + first, t->lanes, false);
    }
}

/* to (queries, width) += s^T x, with a row of x for each key. Within a step s has to be 0 where a
 * query may not see a key. The last step takes the queries that are left: keys may end before
 * them. */
static inline void tile_gather_queries(const Tile *t, const real *s, Rows x, real *to)
{
    long width = round_to_lanes(t->f->D);
    for (Step p = {0}; next_step(t, &p);) {
        long first = masked_prefix(p);
        bool last = p.at + p.n == t->nk;
        tile_product(last ? t->nq - first : p.n, width, p.at + p.n,
                     (Matrix){(real *)s + first, 1, t->lanes}, x.data + t->k * x.step, x.step,
                     to + first * width, width, true);
    }
}

/* to (all keys, width) += s x, with a row of x for each query. */
static inline void tile_gather_keys(const Tile *t, const real *s, Rows x, real *to)
{
    long width = round_to_lanes(t->f->D);
    for (Step p = {0}; next_step(t, &p);) {
        long first = masked_prefix(p);
        tile_product(p.n, width, t->nq - first,
                     (Matrix){(real *)s + p.at * t->lanes + first, t->lanes, 1},
                     x.data + first * x.step, x.step, to + (t->k + p.at) * width, width, true);
    }
}

/* ---- rows in and out ------------------------------------------------------------------------- */

/* to (D, lanes) = factor times the transpose of the tile's rows; lanes beyond nq are 0. */
static inline void tile_transpose(real *to, const Tile *t, Rows from, real factor)
{
    long lanes = t->lanes;
    for (long i = 0; i < t->nq; i += LANES)
        for (long d = 0; d < t->f->D; d += LANES)
            transpose_square(t->nq - i, LANES, from.data + i * from.step + d, from.step,
                             to + d * lanes + i, lanes);
    for (long d = 0; d < t->f->D; d++)
        for (long i = 0; i < lanes; i++)
            to[d * lanes + i] = i < t->nq ? factor * to[d * lanes + i] : 0;
}

/* Do rows lie close enough to be used where they are? Those of one large stride fall into few sets
 * of the cache. */
static inline bool tile_near(const Flash *f, Heads x)
{
    return x.time <= round_to_lanes(f->D) || f->Tq <= FEW_QUERIES;
}

/* How many numbers tile_rows needs room for, at most. */
static inline long tile_room(const Flash *f, Heads x, long n)
{
    long width = round_to_lanes(f->D);
    return f->D == width && tile_near(f, x) ? 0 : n * width;
}

/* n rows of x from row `time` on: where they are, or, if they are far apart or there is nothing to
 * read behind the last of them, copied into `room`. What stands behind a row is read, never used.
 */
static inline Rows tile_rows(const Tile *t, Heads x, long time, long n, real *room)
{
    long D = t->f->D, width = round_to_lanes(D);
    real *from = tile_data(t, x, time), *highest = x.time > 0 ? from + (n - 1) * x.time : from;
    if (tile_near(t->f, x) && (D == width || highest + width <= x.end))
        return (Rows){from, x.time};
    for (long i = 0; i < n; i++, from += x.time) {
        real *to = room + i * width;
        bool whole = from + width <= x.end;
        for (long d = 0; whole && d < width; d += LANES)
            store(to + d, load(from + d));
        for (long d = 0; !whole && d < width; d++)
            to[d] = d < D ? from[d] : 0;
    }
    return (Rows){room, width};
}

/* rows[i][d] = beta rows[i][d] + factor[i] x[i][d]; factor NULL: scale for all. */
static inline void tile_write(const Flash *f, real *rows, long step, long n, const real *x,
                              const real *factor, real scale, real beta)
{
    long D = f->D, width = round_to_lanes(D);
    for (long i = 0; i < n; i++, rows += step, x += width) {
        real s = factor != NULL ? factor[i] : scale;
        if (beta == 0)
            for (long d = 0; d < D; d++)
                rows[d] = s * x[d];
        else
            for (long d = 0; d < D; d++)
                rows[d] = beta * rows[d] + s * x[d];
    }
}

#endif
