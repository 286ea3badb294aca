/* flash_alone.h - attention of one query a head, forward, as in each step of decoding.
 *
 * Queries in lanes would leave all lanes but one idle. Here a vector holds LANES keys, and the
 * heads that share keys go together: keys and values are read once for all of them, and their sums
 * do not wait for each other. Scores lie (heads, KEYS), outputs (heads, width).
 * Invariant: each number is summed in the order of flash_forward.h, so the bits are the same.
 */
#ifndef KINDLING_FLASH_ALONE_H
#define KINDLING_FLASH_ALONE_H

#include "flash_scores.h"

/* Scratch for one block of queries. */
typedef struct {
    real *queries;                    /* (D, lanes), scaled; alone: (heads, D) */
    real *s;                          /* (keys, lanes): scores, then their exponentials */
    real *o;                          /* (lanes, width): the output, not yet divided */
    real *q_room, *k_room, *v_room;   /* for tile_rows */
    real *factors;                    /* (keys, lanes): of dropout */
    real *max, *shift, *sum, *change; /* one number per lane */
} ForwardWork;

static ForwardWork forward_work(Scope *scope, const Flash *f)
{
    long width = round_to_lanes(f->D), tile = KEYS * QUERIES;
    return (ForwardWork){.queries = tile_buffer(scope, width * QUERIES),
                         .s = tile_buffer(scope, tile),
                         .o = tile_buffer(scope, QUERIES * width),
                         .q_room = tile_buffer(scope, tile_room(f, f->q, QUERIES)),
                         .k_room = tile_buffer(scope, tile_room(f, f->k, f->Tk)),
                         .v_room = tile_buffer(scope, tile_room(f, f->v, f->Tk)),
                         .factors = tile_buffer(scope, f->dropout > 0 ? tile : 0),
                         .max = tile_buffer(scope, QUERIES),
                         .shift = tile_buffer(scope, QUERIES),
                         .sum = tile_buffer(scope, QUERIES),
                         .change = tile_buffer(scope, QUERIES)};
}

/* ---- scores ---------------------------------------------------------------------------------- */

/* Asks for LANES rows in the order in which they lie: turned round, they are met in another one. */
static inline void ask_for_rows(Rows rows, long D)
{
    for (long i = 0; i < LANES; i++)
        for (long d = 0; d < D; d += LANES)
            __builtin_prefetch(rows.data + i * rows.step + d);
}

/* Up to LANES keys side by side, each summed over d in the order of tile_multiply. */
static ALWAYS_INLINE void scores_abreast(long n, Rows keys, long heads, const real *queries, long D,
                                         real *s)
{
    for (long d = 0; d < D; d += LANES) {
        real columns[LANES * LANES];
        long width = smaller_of(LANES, D - d);
        transpose_square(n, width, keys.data + d, keys.step, columns, LANES);
        for (long h = 0; h < heads; h++) {
            Vector sum = {0};
            if (d > 0)
                sum = load(s + h * KEYS);
            for (long i = 0; i < width; i++)
                sum += queries[h * D + d + i] * load(columns + i * LANES);
            store(s + h * KEYS, sum);
        }
    }
}

static void scores_alone(const Tile *t, long heads, const real *queries, real *s)
{
    long j = 0, D = t->f->D;
    Rows keys = {t->keys.data + t->k * t->keys.step, t->keys.step};
    for (; j + LANES <= t->nk; j += LANES) {
        Rows next = {keys.data + LANES * keys.step, keys.step};
        ask_for_rows(next, D);
        scores_abreast(LANES, keys, heads, queries, D, s + j);
        keys = next;
    }
    if (j < t->nk)
        scores_abreast(t->nk - j, keys, heads, queries, D, s + j);
}

/* Does any head see any key of the tile? */
static bool seen_alone(Tile t, long heads)
{
    for (long h = 0; h < heads; h++, t.h++)
        if (tile_allowed(&t) > 0)
            return true;
    return false;
}

static void hide_alone(Tile t, long heads, real *s)
{
    for (long h = 0; h < heads; h++, t.h++)
        tile_hide(&t, 0, s + h * KEYS);
}

/* ---- softmax and values ---------------------------------------------------------------------- */

static real largest_of(const real *s, long n, real largest)
{
#pragma omp simd reduction(max : largest)
    for (long j = 0; j < n; j++)
        largest = s[j] > largest ? s[j] : largest;
    return largest;
}

/* Scores become exponentials; all that was summed before is put right. Keys are added up one after
 * the other, as in every lane. */
static void weights_alone(const Tile *t, long h, const ForwardWork *w)
{
    long width = round_to_lanes(t->f->D);
    real *s = w->s + h * KEYS, *o = w->o + h * width;
    real max = largest_of(s, t->nk, w->max[h]);
    real shift = max == (real)-INFINITY ? 0 : max; /* -inf - -inf would be NaN */
    real change = exp_below_zero(w->max[h] - shift), sum = w->sum[h] * change;
#pragma omp simd simdlen(LANES)
    for (long j = 0; j < t->nk; j++)
        s[j] = exp_below_zero(s[j] - shift);
    for (long j = 0; j < t->nk; j++)
        sum += s[j];
    for (long d = 0; change != 1 && d < width; d++)
        o[d] *= change;
    w->max[h] = max;
    w->sum[h] = sum;
}

/* Weights are counted in the sum whether or not they are dropped after. */
static void drop_alone(Tile t, long h, const ForwardWork *w)
{
    t.h += h;
    tile_dropout(&t, w->factors);
    for (long j = 0; j < t.nk; j++)
        w->s[h * KEYS + j] *= w->factors[j];
}

/* ---- all keys -------------------------------------------------------------------------------- */

static void start_alone(Tile t, long heads, const ForwardWork *w)
{
    const Flash *f = t.f;
    for (long h = 0; h < heads; h++, t.h++) {
        const real *q = tile_data(&t, f->q, t.q);
        for (long d = 0; d < f->D; d++)
            w->queries[h * f->D + d] = f->scale * q[d];
        w->max[h] = (real)-INFINITY;
        w->sum[h] = 0;
    }
    memset(w->o, 0, (size_t)(heads * round_to_lanes(f->D)) * sizeof(real));
}

static void finish_alone(Tile t, long heads, const ForwardWork *w)
{
    const Flash *f = t.f;
    long width = round_to_lanes(f->D);
    for (long h = 0; h < heads; h++, t.h++) {
        long row = (t.b * f->H + t.h) * f->Tq + t.q;
        f->inverse[row] = w->sum[h] == 0 ? 0 : 1 / w->sum[h];
        f->max[row] = w->sum[h] == 0 ? 0 : w->max[h];
        tile_write(f, tile_data(&t, f->out, t.q), f->out.time, 1, w->o + h * width, NULL,
                   f->inverse[row], 0);
    }
}

/* Query t.q of `heads` heads from t.h on; they have the same keys and values. */
static void forward_alone(Tile t, long heads, const ForwardWork *w)
{
    long width = round_to_lanes(t.f->D);
    t.lanes = 1;
    start_alone(t, heads, w);
    while (tile_next_keys(&t)) {
        if (!seen_alone(t, heads))
            continue;
        scores_alone(&t, heads, w->queries, w->s);
        hide_alone(t, heads, w->s);
        for (long h = 0; h < heads; h++)
            weights_alone(&t, h, w);
        for (long h = 0; t.f->dropout > 0 && h < heads; h++)
            drop_alone(t, h, w);
        tile_product(heads, width, t.nk, (Matrix){w->s, KEYS, 1},
                     t.values.data + t.k * t.values.step, t.values.step, w->o, width, true);
    }
    finish_alone(t, heads, w);
}

#endif
