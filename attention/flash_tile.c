/* flash_tile.c - what can be done to one tile of attention scores.
 *
 * Every product of both passes is the same small loop: numbers of A, one by one and from any
 * strides, times rows of B, a vector at a time, summed in registers. So K, V, Q and their gradients
 * are used where they lie; only the queries have to be transposed.
 * Invariant: a score is summed over d in the same order wherever its tile begins, so both passes
 * see the same bits.
 */
#include <math.h>
#include <string.h>
#include "flash.h"

typedef real Vector __attribute__((vector_size(VECTOR_BYTES)));

#define ROWS 8 /* 8 x 2 sums in registers, and no more addresses of rows than fit there, too */
#define FEW_QUERIES 256 /* copying rows that lie far apart does not pay for so few */
#if defined(__GNUC__)
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static inline
#endif

long smaller_of(long a, long b)
{
    return a < b ? a : b;
}

long round_to_lanes(long n)
{
    return (n + LANE_COUNT - 1) / LANE_COUNT * LANE_COUNT;
}

long fold(long i, long n)
{
    return i % 2 == 0 ? i / 2 : n - 1 - i / 2;
}

/* Long blocks are faster, but what a block computes above the diagonal is lost. */
static long queries_per_block(const Flash *f)
{
    return f->causal && f->Tq <= 4 * QUERIES ? QUERIES / 2 : QUERIES;
}

long tile_blocks(const Flash *f)
{
    long n = queries_per_block(f);
    return (f->Tq + n - 1) / n;
}

Tile tile_start(const Flash *f, long bh, long block)
{
    long n = queries_per_block(f);
    Tile t = {.f = f, .b = bh / f->H, .h = bh % f->H, .q = block * n};
    t.nq = smaller_of(n, f->Tq - t.q);
    t.lanes = round_to_lanes(t.nq);
    return t;
}

long tile_key_end(const Tile *t)
{
    return t->f->causal ? smaller_of(t->f->Tk, t->q + t->nq) : t->f->Tk;
}

real *tile_data(const Tile *t, Heads x, long time)
{
    return x.data + t->b * x.batch + t->h * x.head + time * x.time;
}

/* ---- products ---------------------------------------------------------------------------------- */

/* rows x width vectors of C. The two are constants wherever this is used, so that the sums stay in
 * registers. */
INLINE void multiply(const int rows, const int width, long depth, Matrix a, const real *b,
                     long b_row, real *c, long c_row, bool add)
{
    Vector sum[ROWS][2] = {0};
    for (long p = 0; p < depth; p++) {
        Vector right[2];
        for (int j = 0; j < width; j++)
            memcpy(&right[j], b + p * b_row + j * LANE_COUNT, sizeof right[j]);
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < width; j++)
                sum[i][j] += a.data[i * a.row + p * a.col] * right[j];
    }
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < width; j++) {
            real *to = c + i * c_row + j * LANE_COUNT;
            Vector before = {0};
            if (add)
                memcpy(&before, to, sizeof before);
            before += sum[i][j];
            memcpy(to, &before, sizeof before);
        }
}

INLINE void multiply_column(const int width, long rows, long depth, Matrix a, const real *b,
                            long b_row, real *c, long c_row, bool add)
{
    long i = 0;
    for (; i + ROWS <= rows; i += ROWS, a.data += ROWS * a.row)
        multiply(ROWS, width, depth, a, b, b_row, c + i * c_row, c_row, add);
    for (; i + 4 <= rows; i += 4, a.data += 4 * a.row)
        multiply(4, width, depth, a, b, b_row, c + i * c_row, c_row, add);
    for (; i < rows; i++, a.data += a.row)
        multiply(1, width, depth, a, b, b_row, c + i * c_row, c_row, add);
}

void tile_product(long rows, long columns, long depth, Matrix a, const real *b, long b_row, real *c,
                  long c_row, bool add)
{
    long j = 0;
    for (; j + 2 * LANE_COUNT <= columns; j += 2 * LANE_COUNT)
        multiply_column(2, rows, depth, a, b + j, b_row, c + j, c_row, add);
    if (j < columns)
        multiply_column(1, rows, depth, a, b + j, b_row, c + j, c_row, add);
}

/* ---- rows in and out --------------------------------------------------------------------------- */

void tile_transpose(real *to, const Tile *t, Rows from, real factor)
{
    for (long d = 0; d < t->f->D; d++) {
        real *row = to + d * t->lanes;
        for (long i = 0; i < t->nq; i++)
            row[i] = factor * from.data[i * from.step + d];
        for (long i = t->nq; i < t->lanes; i++)
            row[i] = 0;
    }
}

long tile_room(const Flash *f, Heads x, long n)
{
    long width = round_to_lanes(f->D);
    bool near = x.time == width || f->Tq <= FEW_QUERIES;
    return f->D == width && near ? 0 : n * width;
}

Rows tile_rows(const Tile *t, Heads x, long time, long n, real *room)
{
    long D = t->f->D, width = round_to_lanes(D);
    const real *from = tile_data(t, x, time);
    if (tile_room(t->f, x, n) == 0)
        return (Rows){from, x.time};
    long whole = D / LANE_COUNT * LANE_COUNT;
    for (long i = 0; i < n; i++, from += x.time) {
        real *to = room + i * width;
        for (long d = 0; d < whole; d += LANE_COUNT)
            memcpy(to + d, from + d, VECTOR_BYTES); /* of a size known here: one move, no call */
        for (long d = whole; d < width; d++)
            to[d] = d < D ? from[d] : 0;
    }
    return (Rows){room, width};
}

void tile_write(const Flash *f, real *rows, long step, long n, const real *x, const real *factor,
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

static MaskTile mask_tile(const Tile *t)
{
    const Tensor *m = t->f->mask;
    const long *s = m->stride;
    return (MaskTile){m->data + t->b * s[0] + t->h * s[1] + t->q * s[2] + t->k * s[3], s[2], s[3],
                      s[2] == 0 ? 1 : t->nq};
}

static long count_allowed(const MaskTile *m, long nk)
{
    long count = 0;
    for (long i = 0; i < m->queries; i++)
        for (long j = 0; j < nk; j++)
            count += m->at[i * m->per_query + j * m->per_key] != 0;
    return count;
}

static void apply_mask(const Tile *t, const MaskTile *m, real *s)
{
    for (long j = 0; j < t->nk; j++)
        for (long i = 0; i < t->nq; i++)
            if (m->at[i * m->per_query + j * m->per_key] == 0)
                s[j * t->lanes + i] = (real)-INFINITY;
}

/* Query q + i must not see key k + j where k + j > q + i. */
static void apply_causal(const Tile *t, real *s)
{
    for (long j = 0; j < t->nk; j++)
        for (long i = 0; i < smaller_of(t->nq, t->k + j - t->q); i++)
            s[j * t->lanes + i] = (real)-INFINITY;
}

bool tile_scores(const Tile *t, const real *queries, real *s)
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
    tile_product(t->nk, t->lanes, t->f->D, keys, queries, t->lanes, s, t->lanes, false);
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

void tile_dropout(const Tile *t, real *factors)
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
