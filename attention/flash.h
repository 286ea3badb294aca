/* flash.h - what the two passes of tiled attention share. Private to this folder.
 *
 * The scores of one head are a Tq x Tk square that is never stored. It is visited in tiles: up to
 * QUERIES queries against up to KEYS keys, small enough for the first-level cache. A tile is held
 * transposed, element (key, query) at s[key * lanes + query]: one row belongs to one key, and what
 * softmax does to a query it does to all the queries of a row at once, one per vector lane.
 */
#ifndef KINDLING_FLASH_H
#define KINDLING_FLASH_H

#include "attention.h"
#include "../tensor/vmath.h"

#if defined(__AVX512F__)
#define VECTOR_BYTES 64
#elif defined(__AVX__)
#define VECTOR_BYTES 32
#else
#define VECTOR_BYTES 16
#endif
#define LANE_COUNT (VECTOR_BYTES / (int)sizeof(real))
#define QUERIES 64L
#define KEYS 64L

#define SPLITMIX_GAMMA UINT64_C(0x9e3779b97f4a7c15) /* how far one draw moves a stream: random.c */

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

/* (B, H, T, D) anywhere in memory: element (b, h, t, d) is data[b batch + h head + t time + d]. */
typedef struct {
    real *data;
    long batch, head, time;
} Heads;

/* Everything one call of attention is about. */
typedef struct {
    long B, H, Tq, Tk, D;
    real scale;
    bool causal;        /* key j for query i only if j <= i; then Tq is Tk */
    const Tensor *mask; /* broadcast to (B, H, Tq, Tk), or NULL */
    real dropout;       /* 0: none */
    Rng rng;            /* as it was before the first draw */
    Heads q, k, v, out;
    real *max, *inverse; /* (B, H, Tq): the largest score, and 1 / sum e^(score - max); 0: no key */
    /* For the way back. A gradient that is not wanted has data NULL; beta 0 overwrites, 1 adds. */
    Heads dout, dq, dk, dv;
    real dq_beta, dk_beta, dv_beta;
} Flash;

void flash_forward(const Flash *f);  /* writes out, max and inverse */
void flash_backward(const Flash *f); /* writes dq, dk and dv */

/* ---- flash_tile.c ------------------------------------------------------------------------------ */

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
} Tile;

long round_to_lanes(long n);
long smaller_of(long a, long b);
/* Queries in blocks, light ones next to heavy ones: 0, n-1, 1, n-2, ... Under a causal mask any run
 * of neighbours in this order is about equally much work. */
long fold(long i, long n);
long tile_blocks(const Flash *f); /* of queries, per head */
Tile tile_start(const Flash *f, long bh, long block);
long tile_key_end(const Tile *t); /* no key from here on is allowed to any query of the tile */
real *tile_data(const Tile *t, Heads x, long time); /* row `time` of this batch and head */

/* C (rows, columns) = A B, or C += A B. A has any strides; the rows of B and C are contiguous and
 * columns is a number of whole vectors. */
void tile_product(long rows, long columns, long depth, Matrix a, const real *b, long b_row, real *c,
                  long c_row, bool add);
/* to (D, lanes) = factor times the transpose of n rows; lanes beyond n are 0. */
void tile_transpose(real *to, const Tile *t, Rows from, real factor);
/* n rows of x from row `time` on: where they are, or, if D is no whole vectors, copied into `room`.
 * Rows far apart are copied, too: they would fight for the same places in the cache. */
Rows tile_rows(const Tile *t, Heads x, long time, long n, real *room);
long tile_room(const Flash *f, Heads x, long n); /* how many numbers it needs */
/* rows[i][d] = beta rows[i][d] + factor[i] x[i][d]; factor NULL: scale for all. */
void tile_write(const Flash *f, real *rows, long step, long n, const real *x, const real *factor,
                real scale, real beta);
/* s = scaled scores, -infinity where not allowed. False, and s not set, if no key is allowed. */
bool tile_scores(const Tile *t, const real *queries, real *s);
/* What dropout multiplies the weights with, (nk, lanes): 0 or 1 / (1 - p). */
void tile_dropout(const Tile *t, real *factors);

#endif
