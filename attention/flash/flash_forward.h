/* flash_forward.h - attention in tiles, forward: softmax of a row that is never there as a whole.
 *
 * Softmax needs the largest score m of a row and the sum of e^(s - m). Both can be kept up to date
 * while the scores pass by in tiles: when a larger m' turns up, everything summed so far is too
 * large by e^(m' - m), and one multiplication puts that right.
 *
 *     m' = max(m, max of tile)    sum = sum e^(m - m') + sum of e^(s - m')
 *     o  = o e^(m - m') + e^(s - m') v           and in the end o / sum
 *
 * A query that is alone, as in each step of decoding, has its own form: flash_alone.h.
 * Invariant: nothing of size Tq x Tk is ever stored; memory grows with Tq + Tk.
 * Source: Milakov and Gimelshein 2018 (online softmax); Dao et al. 2022 (FlashAttention).
 */
#ifndef KINDLING_FLASH_FORWARD_H
#define KINDLING_FLASH_FORWARD_H

#include "flash_alone.h"

typedef struct {
    const Flash *f;
    long parts, blocks;
    ForwardWork *work; /* one per part */
} Forward;

/* ---- one tile -------------------------------------------------------------------------------- */

/* max becomes the largest score so far, shift what to subtract from scores, change what the sums
 * have to be multiplied with. */
static void update_max(const Tile *t, const ForwardWork *w)
{
    long lanes = t->lanes;
    memcpy(w->change, w->max, (size_t)lanes * sizeof(real));
    for (Step p = {0}; next_step(t, &p);)
        for (long j = p.at; j < p.at + p.n; j++) {
            const real *row = w->s + j * lanes;
#pragma omp simd simdlen(LANES)
            for (long i = masked_prefix(p); i < lanes; i++)
                w->max[i] = row[i] > w->max[i] ? row[i] : w->max[i];
        }
#pragma omp simd simdlen(LANES)
    for (long i = 0; i < lanes; i++) {
        w->shift[i] = w->max[i] == (real)-INFINITY ? 0 : w->max[i]; /* -inf - -inf would be NaN */
        w->change[i] = exp_below_zero(w->change[i] - w->shift[i]);
    }
}

static void rescale(const Tile *t, const ForwardWork *w)
{
    long width = round_to_lanes(t->f->D);
    for (long i = 0; i < t->nq; i++)
        if (w->change[i] != 1)
            for (long d = 0; d < width; d++)
                w->o[i * width + d] *= w->change[i];
    for (long i = 0; i < t->lanes; i++)
        w->sum[i] *= w->change[i];
}

/* Scores become exponentials. */
static void exponentials(const Tile *t, const ForwardWork *w)
{
    long lanes = t->lanes;
    for (Step p = {0}; next_step(t, &p);)
        for (long j = p.at; j < p.at + p.n; j++) {
            real *row = w->s + j * lanes;
#pragma omp simd simdlen(LANES)
            for (long i = masked_prefix(p); i < lanes; i++) {
                row[i] = exp_below_zero(row[i] - w->shift[i]);
                w->sum[i] += row[i];
            }
        }
}

/* Weights are counted in the sum whether or not they are dropped after. */
static void drop(const Tile *t, const ForwardWork *w)
{
    tile_dropout(t, w->factors);
    for (long i = 0; i < t->nk * t->lanes; i++)
        w->s[i] *= w->factors[i];
}

/* ---- one block of queries -------------------------------------------------------------------- */

static void forward_start(const Tile *t, const ForwardWork *w)
{
    const Flash *f = t->f;
    Rows q = tile_rows(t, f->q, t->q, t->nq, w->q_room);
    tile_transpose(w->queries, t, q, f->scale);
    memset(w->o, 0, (size_t)(t->lanes * round_to_lanes(f->D)) * sizeof(real));
    for (long i = 0; i < t->lanes; i++) {
        w->max[i] = (real)-INFINITY;
        w->sum[i] = 0;
    }
}

static void forward_finish(const Tile *t, const ForwardWork *w)
{
    const Flash *f = t->f;
    long first = (t->b * f->H + t->h) * f->Tq + t->q;
    for (long i = 0; i < t->nq; i++) {
        w->change[i] = w->sum[i] == 0 ? 0 : 1 / w->sum[i];
        f->max[first + i] = w->sum[i] == 0 ? 0 : w->max[i];
        f->inverse[first + i] = w->change[i];
    }
    tile_write(f, tile_data(t, f->out, t->q), f->out.time, t->nq, w->o, w->change, 1, 0);
}

static void forward_block(Tile t, const ForwardWork *w)
{
    forward_start(&t, w);
    while (tile_next_keys(&t)) {
        if (!tile_scores(&t, w->queries, w->s))
            continue;
        update_max(&t, w);
        rescale(&t, w);
        exponentials(&t, w);
        if (t.f->dropout > 0)
            drop(&t, w);
        tile_gather_queries(&t, w->s, t.values, w->o);
    }
    forward_finish(&t, w);
}

/* ---- all of them ----------------------------------------------------------------------------- */

/* How many heads of the same keys go together, from block i on. */
static long heads_abreast(const Tile *t, long blocks, long i, long end)
{
    long group = t->f->k.group;
    return blocks > 1 ? 1 : smaller_of(QUERIES, smaller_of(group - t->h % group, end - i));
}

/* Blocks of queries begin .. end of all heads together. */
static void forward_range(const Flash *f, long blocks, long begin, long end, const ForwardWork *w)
{
    Rows keys = {0}, values = {0};
    for (long i = begin; i < end; i++) {
        Tile t = tile_start(f, i / blocks, interleave(i % blocks, blocks));
        if (i == begin || i % blocks == 0) { /* another head */
            keys = tile_rows(&t, f->k, 0, f->Tk, w->k_room);
            values = tile_rows(&t, f->v, 0, f->Tk, w->v_room);
        }
        t.keys = keys;
        t.values = values;
        if (t.nq > 1) {
            forward_block(t, w);
            continue;
        }
        long heads = heads_abreast(&t, blocks, i, end);
        forward_alone(t, heads, w);
        i += heads - 1;
    }
}

static void forward_parts(long begin, long end, void *context)
{
    const Forward *all = context;
    long n = all->f->B * all->f->H * all->blocks;
    for (long part = begin; part < end; part++)
        forward_range(all->f, all->blocks, n * part / all->parts, n * (part + 1) / all->parts,
                      &all->work[part]);
}

static void flash_forward(const Flash *f)
{
    long blocks = tile_blocks(f), n = f->B * f->H * blocks;
    if (n == 0)
        return;
    long parts = parallel_threads(n, tile_work(f, 2));
    Scope *scratch = scope_open();
    Forward all = {f, parts, blocks, scope_alloc(scratch, (size_t)parts * sizeof(ForwardWork))};
    for (long i = 0; i < parts; i++)
        all.work[i] = forward_work(scratch, f);
    parallel_for(parts, WORTH_A_THREAD, forward_parts, &all);
    scope_close(scratch);
}

#endif
