/* flash_tile.h - what can be done to one tile of attention scores.
 *
 * A tile is up to QUERIES queries against up to KEYS keys, small enough for the first-level cache. It
 * is held transposed, element (key, query) at s[key * lanes + query]: one row belongs to one key, and
 * what softmax does to a query it does to all the queries of a row at once, one per vector lane.
 * Under a causal mask the tiles that the diagonal crosses are cut thin, and the queries above each
 * are left out: skip says how many.
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
#define THIN 16L        /* keys of a tile on the diagonal */
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
    long lanes;        /* nq rounded up to whole vectors; the rest hold finite numbers */
    long k, nk;        /* keys k .. k + nk */
    long skip;         /* whole vectors of queries at the front that see none of the keys */
} Tile;

static inline long smaller_of(long a, long b)
{
    return a < b ? a : b;
}

static inline long round_to_lanes(long n)
{
    return (n + LANES - 1) / LANES * LANES;
}

/* ---- which queries, which keys ------------------------------------------------------------------ */

/* Queries in blocks, light ones next to heavy ones: 0, n-1, 1, n-2, ... Under a causal mask any run
 * of neighbours in this order is about equally much work. */
static inline long fold(long i, long n)
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
static inline long tile_work(const Flash *f, long products)
{
    return products * smaller_of(QUERIES, f->Tq) * f->Tk * f->D / 8;
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
    bool causal = t->f->causal;
    long end = causal ? smaller_of(t->f->Tk, t->q + t->nq) : t->f->Tk;
    t->k += t->nk;
    t->nk = smaller_of(causal && t->k >= t->q ? THIN : KEYS, end - t->k);
    t->skip = causal && t->k > t->q ? (t->k - t->q) / LANES * LANES : 0;
    return t->nk > 0;
}

static inline real *tile_data(const Tile *t, Heads x, long time) /* row `time` of batch and head */
{
    return x.data + t->b * x.batch + t->h * x.head + time * x.time;
}

/* ---- products ---------------------------------------------------------------------------------- */

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

/* ---- rows in and out --------------------------------------------------------------------------- */

/* to (D, lanes) = factor times the transpose of the tile's rows; lanes beyond nq are 0. */
static inline void tile_transpose(real *to, const Tile *t, Rows from, real factor)
{
    long lanes = t->lanes;
    for (long i = 0; i < t->nq; i += LANES)
        for (long d = 0; d < t->f->D; d += LANES)
            transpose_square(t->nq - i, from.data + i * from.step + d, from.step,
                             to + d * lanes + i, lanes);
    for (long d = 0; d < t->f->D; d++)
        for (long i = 0; i < lanes; i++)
            to[d * lanes + i] = i < t->nq ? factor * to[d * lanes + i] : 0;
}

/* How many numbers tile_rows needs room for. */
static inline long tile_room(const Flash *f, Heads x, long n)
{
    long width = round_to_lanes(f->D);
    bool near = x.time == width || f->Tq <= FEW_QUERIES;
    return f->D == width && near ? 0 : n * width;
}

/* n rows of x from row `time` on: where they are, or, if D is no whole vectors, copied into `room`.
 * Rows far apart are copied, too: they would fight for the same places in the cache. */
static inline Rows tile_rows(const Tile *t, Heads x, long time, long n, real *room)
{
    long D = t->f->D, width = round_to_lanes(D);
    real *from = tile_data(t, x, time);
    if (tile_room(t->f, x, n) == 0)
        return (Rows){from, x.time};
    long whole = D / LANES * LANES;
    for (long i = 0; i < n; i++, from += x.time) {
        real *to = room + i * width;
        for (long d = 0; d < whole; d += LANES)
            memcpy(to + d, from + d, VECTOR_BYTES); /* of a size known here: one move, no call */
        for (long d = whole; d < width; d++)
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
