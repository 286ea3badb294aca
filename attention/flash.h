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

/* (B, H, T, D) anywhere in memory: element (b, h, t, d) is data[b batch + h head + t time + d]. */
typedef struct {
    real *data;
    long batch, head, time;
} Heads;

/* Everything one call of attention is about. */
typedef struct {
    long B, H, Tq, Tk, D;
    real scale;
    bool causal;      /* key j for query i only if j <= i; then Tq is Tk */
    const Tensor *mask; /* broadcast to (B, H, Tq, Tk), or NULL */
    real dropout;     /* 0: none */
    Rng rng;          /* as it was before the first draw */
    Heads q, k, v, out;
    real *max, *inverse; /* (B, H, Tq): the largest score, and 1 / sum e^(score - max); 0: no key */
    /* For the way back. A gradient that is not wanted has data NULL; beta 0 overwrites, 1 adds. */
    Heads dout, dq, dk, dv;
    real dq_beta, dk_beta, dv_beta;
} Flash;

void flash_forward(const Flash *f);  /* writes out, max and inverse */
void flash_backward(const Flash *f); /* writes dq, dk and dv */

/* ---- flash_tile.c ------------------------------------------------------------------------------ */

typedef struct {
    const Flash *f;
    long b, h;
    long q, nq; /* queries q .. q + nq of this batch and head */
    long lanes; /* nq rounded up to whole vectors; lanes without a query hold finite numbers */
    long k, nk; /* keys k .. k + nk */
} Tile;

long round_to_lanes(long n);
long smaller_of(long a, long b);
/* Queries in blocks, light ones next to heavy ones: 0, n-1, 1, n-2, ... Under a causal mask any run
 * of neighbours in this order is about equally much work. */
long fold(long i, long n);
Tile tile_start(const Flash *f, long bh, long block);
long tile_key_end(const Tile *t); /* no key from here on is allowed to any query of the tile */
real *tile_data(const Tile *t, Heads x, long time); /* row `time` of this batch and head */

/* C (rows, columns) = A B, or C += A B. A has any strides; the rows of B and C are contiguous and
 * columns is a number of whole vectors. */
void tile_product(long rows, long columns, long depth, Matrix a, const real *b, long b_row, real *c,
                  long c_row, bool add);
/* to (D, lanes) = factor times the transpose of n rows; lanes beyond n are 0. */
void tile_transpose(real *to, const Tile *t, const real *from, long step, real factor);
/* n rows of D numbers with room to read whole vectors: the rows themselves if D is that, else a
 * copy in `room`. *step becomes the distance between rows. */
const real *tile_rows(const Tile *t, const real *from, long n, long *step, real *room);
/* rows[i][d] = beta rows[i][d] + factor[i] x[i][d]; factor NULL: scale for all. */
void tile_write(const Flash *f, real *rows, long step, long n, const real *x, const real *factor,
                real scale, real beta);
/* s = scaled scores, -infinity where not allowed. False, and s not set, if no key is allowed. */
bool tile_scores(const Tile *t, const real *queries, real *s);
/* What dropout multiplies the weights of one key with: 0 or 1 / (1 - p). */
void tile_dropout(const Tile *t, long key, real *factor);

#endif
