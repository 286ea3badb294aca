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

#include <math.h>
#include <string.h>
#include "flash.h"
#include "../tensor/vector.h"
#include "../tensor/vmath.h"

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
    const real *data;
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

/* e^x for x <= 0, as softmax needs it: less work than real_exp, because nothing can overflow and what
 * is below e^-87 may be 0. The polynomial is real_exp's, added up in pairs: short chains of sums
 * keep the processor busier than Horner's one long one. */
static inline real exp_below_zero(real x)
{
#ifdef KINDLING_DOUBLE
    return real_exp(x);
#else
    const float round = 12582912.0f; /* 1.5 * 2^23 */
    FloatBits shifted = {.number = x * 1.44269504f + round};
    float r = x - (shifted.number - round) * 0.69314718f, r2 = r * r;
    float p4 = 1.9875691500e-4f * r + 1.3981999507e-3f;
    float p2 = 8.3334519073e-3f * r + 4.1665795894e-2f;
    float p0 = 1.6666665459e-1f * r + 5.0000001201e-1f;
    float p = ((p4 * r2 + p2) * r2 + p0) * r2 + (r + 1.0f);
    FloatBits power = {.bits = (shifted.bits + 127) << 23}; /* 2^n: what is above it shifts out */
    return x < -87.0f ? 0.0f : p * power.number;
#endif
}

/* ---- which queries, which keys ------------------------------------------------------------------ */

/* Queries in blocks, light ones next to heavy ones: 0, n-1, 1, n-2, ... Under a causal mask any run
 * of neighbours in this order is about equally much work. */
static inline long fold(long i, long n)
{
    return i % 2 == 0 ? i / 2 : n - 1 - i / 2;
}

static inline long tile_blocks(const Flash *f) /* of queries, per head */
{
    return (f->Tq + QUERIES - 1) / QUERIES;
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
    const real *from = tile_data(t, x, time);
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
static inline void tile_write(const Flash *f, real *rows, long step, long n, const real *x, const real *factor,
                real scale, real beta)
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

/* ---- scores ------------------------------------------------------------------------------------ */

/* The mask of the tile: element (query, key) is at[query * per_query + key * per_key]. */
typedef struct {
    const real *at;
    long per_query, per_key, queries; /* queries: 1 if all have the same mask */
} MaskTile;

static inline MaskTile mask_tile(const Tile *t)
{
    const Tensor *m = t->f->mask;
    const long *s = m->stride;
    return (MaskTile){m->data + t->b * s[0] + t->h * s[1] + t->q * s[2] + t->k * s[3], s[2], s[3],
                      s[2] == 0 ? 1 : t->nq};
}

static inline long count_allowed(const MaskTile *m, long nk)
{
    long count = 0;
    for (long i = 0; i < m->queries; i++)
        for (long j = 0; j < nk; j++)
            count += m->at[i * m->per_query + j * m->per_key] != 0;
    return count;
}

static inline void apply_mask(const Tile *t, const MaskTile *m, real *s)
{
    for (long j = 0; j < t->nk; j++)
        for (long i = 0; i < t->nq; i++)
            if (m->at[i * m->per_query + j * m->per_key] == 0)
                s[j * t->lanes + i] = (real)-INFINITY;
}

/* Query q + i must not see key k + j where k + j > q + i. */
static inline void apply_causal(const Tile *t, real *s)
{
    for (long j = 0; j < t->nk; j++)
        for (long i = t->skip; i < smaller_of(t->nq, t->k + j - t->q); i++)
            s[j * t->lanes + i] = (real)-INFINITY;
}

/* s = scaled scores, -infinity where not allowed. False, and s not set, if no key is allowed. */
static inline bool tile_scores(const Tile *t, const real *queries, real *s)
{
    MaskTile mask = {0};
    long allowed = 0;
    if (t->f->mask != NULL) {
        mask = mask_tile(t);
        allowed = count_allowed(&mask, t->nk);
        if (allowed == 0)
            return false;
    }
    Matrix keys = {t->keys.data + t->k * t->keys.step, t->keys.step, 1};
    tile_product(t->nk, t->lanes - t->skip, t->f->D, keys, queries + t->skip, t->lanes, s + t->skip,
                 t->lanes, false);
    if (t->f->causal)
        apply_causal(t, s);
    if (t->f->mask != NULL && allowed < mask.queries * t->nk)
        apply_mask(t, &mask, s);
    return true;
}

/* ---- dropout ----------------------------------------------------------------------------------- */

/* Draw number n of a SplitMix64 stream, as rng_bits in tensor/random.c makes it: a hash of the
 * count. So the number that belongs to one weight can be had again, whenever its tile comes by. */
static inline uint64_t draw(uint64_t state, uint64_t n)
{
    uint64_t x = state + (n + 1) * SPLITMIX_GAMMA;
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

/* What dropout multiplies the weights with, (nk, lanes): 0 or 1 / (1 - p). */
static inline void tile_dropout(const Tile *t, real *factors)
{
    const Flash *f = t->f;
    const real kept = 1 / (1 - f->dropout);
    /* u < p for u = bits 2^-53 means bits < p 2^53. */
    const uint64_t limit = (uint64_t)ceil((double)f->dropout * 0x1p53);
    uint64_t first = (uint64_t)(((t->b * f->H + t->h) * f->Tq + t->q) * f->Tk + t->k);
    for (long j = 0; j < t->nk; j++)
#pragma omp simd
        for (long i = 0; i < t->lanes; i++) {
            uint64_t n = first + (uint64_t)(i * f->Tk + j);
            factors[j * t->lanes + i] = draw(f->rng.state, n) >> 11 < limit ? 0 : kept;
        }
}

#endif
