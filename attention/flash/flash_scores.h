/* flash_scores.h - the scores of one tile, what may not be seen in them, and what is dropped.
 *
 * Forward and backward both come here for the same tile and get the same bits: scores are made
 * again, and so are the random numbers of dropout.
 */
#ifndef KINDLING_FLASH_SCORES_H
#define KINDLING_FLASH_SCORES_H

#include <math.h>
#include "flash_tile.h"
#include "splitmix.h"
#include "vmath.h"

/* e^x for x <= 0, as softmax needs it: less work than real_exp, because nothing can overflow and
 * what is below e^-87 may be 0. The polynomial is real_exp's, added up in pairs: short chains of
 * sums keep the processor busier than Horner's one long one. */
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

/* ---- masks and biases ------------------------------------------------------------------------ */

/* The tile of a mask or bias: element (query, key) is at[query * per_query + key * per_key]. */
typedef struct {
    const real *at;
    long per_query, per_key, queries; /* queries: 1 if all have the same mask */
} MaskTile;

static inline MaskTile mask_tile(const Tile *t, const Tensor *m)
{
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

/* Query q + i must not see key k + j behind its place, q + i + offset. */
static inline void apply_causal(const Tile *t, real *s)
{
    long behind = t->k - t->q - t->f->offset; /* below the diagonal nothing is hidden */
    for (Step p = {0}; behind + t->nk > 1 && next_step(t, &p);)
        for (long j = p.at; j < p.at + p.n; j++)
            for (long i = masked_prefix(p); i < behind + j; i++)
                s[j * t->lanes + i] = (real)-INFINITY;
}

static inline void add_bias(const Tile *t, real *s)
{
    MaskTile bias = mask_tile(t, t->f->bias);
    for (Step p = {0}; next_step(t, &p);)
        for (long j = p.at; j < p.at + p.n; j++)
            for (long i = masked_prefix(p); i < t->nq; i++)
                s[j * t->lanes + i] += bias.at[i * bias.per_query + j * bias.per_key];
}

/* How many places of the tile's mask are allowed. */
static inline long tile_allowed(const Tile *t)
{
    if (t->f->mask == NULL)
        return t->nq * t->nk;
    MaskTile mask = mask_tile(t, t->f->mask);
    return count_allowed(&mask, t->nk);
}

/* s += bias, -infinity where not allowed. allowed: at most so many places of the mask. */
static inline void tile_hide(const Tile *t, long allowed, real *s)
{
    if (t->f->bias != NULL)
        add_bias(t, s);
    if (t->f->causal)
        apply_causal(t, s);
    if (t->f->mask == NULL)
        return;
    MaskTile mask = mask_tile(t, t->f->mask);
    if (allowed < mask.queries * t->nk)
        apply_mask(t, &mask, s);
}

/* s = scaled scores + bias, -infinity where not allowed, and nothing for the queries that a step
 * leaves out. False, and s not set, if no key is allowed. */
static inline bool tile_scores(const Tile *t, const real *queries, real *s)
{
    long allowed = tile_allowed(t);
    if (allowed == 0)
        return false;
    tile_multiply(t, t->keys, queries, s);
    tile_hide(t, allowed, s);
    return true;
}

/* ---- dropout --------------------------------------------------------------------------------- */

/* What dropout multiplies the weights with, (nk, lanes): 0 or 1 / (1 - p). The number that belongs
 * to one weight can be had again, whenever its tile comes by. */
static inline void tile_dropout(const Tile *t, real *factors)
{
    const Flash *f = t->f;
    const real kept = 1 / (1 - f->dropout);
    /* u < p for u = bits 2^-53 means bits < p 2^53. */
    const uint64_t limit = (uint64_t)ceil((double)f->dropout * 0x1p53);
    uint64_t first = 1 + (((uint64_t)t->b * f->H + t->h) * f->Tq + t->q) * f->Tk + t->k;
    for (long j = 0; j < t->nk; j++)
#pragma omp simd
        for (long i = 0; i < t->lanes; i++) {
            uint64_t n = first + (uint64_t)(i * f->Tk + j);
            uint64_t bits = splitmix_hash(f->rng.state + n * SPLITMIX_GAMMA);
            factors[j * t->lanes + i] = bits >> 11 < limit ? 0 : kept;
        }
}

#endif
