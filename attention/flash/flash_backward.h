/* flash_backward.h - attention in tiles, backward: the weights are made again, not remembered.
 *
 * With P = e^(s - max) / sum, from the two numbers per query that forward kept, and dP = dO V^T:
 *
 *     dV = P^T dO      dS = P (dP - delta)      dQ = scale dS K      dK = scale dS^T Q
 *
 * delta, the row sum of P dP that softmax's derivative takes off, is the sum of dO O: it is there
 * before the first tile. Dropout's factors F come by with the tiles: dV = (P F)^T dO, dP = F dO
 * V^T. A block of queries finishes its dQ alone; dK and dV gather from all queries, so each part of
 * the work gathers in buffers of its own, and these are added in order at the end.
 * Invariant: the order of all sums depends on the shapes and the thread count only.
 */
#ifndef KINDLING_FLASH_BACKWARD_H
#define KINDLING_FLASH_BACKWARD_H

#include "flash_scores.h"

/* Scratch of one part of the work. */
typedef struct {
    real *queries, *dout;                       /* (D, lanes): Q scaled, dO */
    real *p, *ds;                               /* (keys, lanes) */
    real *dq;                                   /* (lanes, width) */
    real *q_room, *dout_room, *k_room, *v_room; /* for tile_rows */
    real *factors;                              /* (keys, lanes): of dropout */
    real *max, *inverse, *delta;                /* one number per lane */
    real *dk, *dv;                              /* (Tk, width): this part's share, for one head */
} BackwardWork;

/* Heads are shared out whole where that is fair; else all parts work on one head after the
 * other. */
typedef struct {
    const Flash *f;
    long heads, blocks;         /* heads of keys, in all batches; blocks of queries per head */
    long parts, parts_per_head; /* parts_per_head is 1 or parts */
    long head;                  /* the one all parts work on */
    BackwardWork *work;         /* one per part */
} Backward;

static BackwardWork backward_work(Scope *scope, const Flash *f)
{
    long width = round_to_lanes(f->D), tile = KEYS * QUERIES;
    return (BackwardWork){.queries = tile_buffer(scope, width * QUERIES),
                          .dout = tile_buffer(scope, width * QUERIES),
                          .p = tile_buffer(scope, tile),
                          .ds = tile_buffer(scope, tile),
                          .dq = tile_buffer(scope, QUERIES * width),
                          .q_room = tile_buffer(scope, tile_room(f, f->q, QUERIES)),
                          .dout_room = tile_buffer(scope, tile_room(f, f->dout, QUERIES)),
                          .k_room = tile_buffer(scope, tile_room(f, f->k, f->Tk)),
                          .v_room = tile_buffer(scope, tile_room(f, f->v, f->Tk)),
                          .factors = tile_buffer(scope, f->dropout > 0 ? tile : 0),
                          .max = tile_buffer(scope, QUERIES),
                          .inverse = tile_buffer(scope, QUERIES),
                          .delta = tile_buffer(scope, QUERIES),
                          .dk = tile_buffer(scope, f->Tk * width),
                          .dv = tile_buffer(scope, f->Tk * width)};
}

/* ---- one block of queries -------------------------------------------------------------------- */

static inline real dot(long n, const real *a, const real *b)
{
    real sum = 0;
#pragma omp simd reduction(+ : sum)
    for (long i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* A lane without a query gets inverse 0, so its weights are 0. */
static void backward_start(const Tile *t, Rows q, Rows dout, const BackwardWork *w)
{
    const Flash *f = t->f;
    long first = (t->b * f->H + t->h) * f->Tq + t->q;
    const real *out = tile_data(t, f->out, t->q);
    tile_transpose(w->queries, t, q, f->scale);
    tile_transpose(w->dout, t, dout, 1);
    memset(w->dq, 0, (size_t)(t->lanes * round_to_lanes(f->D)) * sizeof(real));
    for (long i = 0; i < t->lanes; i++) {
        bool there = i < t->nq;
        w->max[i] = there ? f->max[first + i] : 0;
        w->inverse[i] = there ? f->inverse[first + i] : 0;
        w->delta[i] = there ? dot(f->D, dout.data + i * dout.step, out + i * f->out.time) : 0;
    }
}

/* Scores become weights P, and gradients dP of the weights become gradients dS of the scores. */
static void gradients_of_scores(const Tile *t, const BackwardWork *w)
{
    for (Step step = {0}; next_step(t, &step);)
        for (long j = step.at; j < step.at + step.n; j++) {
            real *p = w->p + j * t->lanes, *ds = w->ds + j * t->lanes;
#pragma omp simd simdlen(LANES)
            for (long i = masked_prefix(step); i < t->lanes; i++) {
                p[i] = exp_below_zero(p[i] - w->max[i]) * w->inverse[i];
                ds[i] = p[i] * (ds[i] - w->delta[i]);
            }
        }
}

static void multiply_by(real *x, const real *factors, long n)
{
    for (long i = 0; i < n; i++)
        x[i] *= factors[i];
}

/* p and ds of one tile. */
static void weights_and_gradients(const Tile *t, const BackwardWork *w)
{
    const Flash *f = t->f;
    tile_multiply(t, t->values, w->dout, w->ds);
    if (f->dropout == 0) {
        gradients_of_scores(t, w);
        return;
    }
    tile_dropout(t, w->factors);
    multiply_by(w->ds, w->factors, t->nk * t->lanes);
    gradients_of_scores(t, w);
    multiply_by(w->p, w->factors, t->nk * t->lanes);
}

/* A bias is added to the scores: its gradient is theirs. No other tile has these elements. */
static void write_bias_gradient(const Tile *t, const real *ds)
{
    const Flash *f = t->f;
    real *to = f->dbias + ((t->b * f->H + t->h) * f->Tq + t->q) * f->Tk + t->k;
    for (Step step = {0}; next_step(t, &step);)
        for (long j = step.at; j < step.at + step.n; j++)
            for (long i = masked_prefix(step); i < t->nq; i++)
                to[i * f->Tk + j] = ds[j * t->lanes + i];
}

static void backward_block(Tile t, const BackwardWork *w)
{
    const Flash *f = t.f;
    Rows q = tile_rows(&t, f->q, t.q, t.nq, w->q_room);
    Rows dout = tile_rows(&t, f->dout, t.q, t.nq, w->dout_room);
    backward_start(&t, q, dout, w);
    while (tile_next_keys(&t)) {
        if (!tile_scores(&t, w->queries, w->p))
            continue;
        weights_and_gradients(&t, w);
        if (f->dbias != NULL)
            write_bias_gradient(&t, w->ds);
        tile_gather_keys(&t, w->p, dout, w->dv);
        tile_gather_keys(&t, w->ds, q, w->dk);
        tile_gather_queries(&t, w->ds, t.keys, w->dq);
    }
    if (f->dq.data != NULL)
        tile_write(f, tile_data(&t, f->dq, t.q), f->dq.time, t.nq, w->dq, NULL, f->scale,
                   f->dq_beta);
}

/* ---- one head of keys, and the queries of one or more heads ---------------------------------- */

/* Part number `part` of the parts that share a head of queries. */
static void backward_queries(const Backward *all, long head, long part, const BackwardWork *w)
{
    const Flash *f = all->f;
    long n = all->blocks, parts = all->parts_per_head;
    Tile t = tile_start(f, head, 0);
    Rows keys = tile_rows(&t, f->k, 0, f->Tk, w->k_room);
    Rows values = tile_rows(&t, f->v, 0, f->Tk, w->v_room);
    for (long i = n * part / parts; i < n * (part + 1) / parts; i++) {
        t = tile_start(f, head, interleave(i, n));
        t.keys = keys;
        t.values = values;
        backward_block(t, w);
    }
}

/* head: of keys. */
static void backward_head(const Backward *all, long head, long part, const BackwardWork *w)
{
    const Flash *f = all->f;
    size_t bytes = (size_t)(f->Tk * round_to_lanes(f->D)) * sizeof(real);
    memset(w->dk, 0, bytes);
    memset(w->dv, 0, bytes);
    for (long i = 0; i < f->k.group; i++)
        backward_queries(all, head * f->k.group + i, part, w);
}

/* Adds the shares of all parts for keys begin .. end and hands them out. first is the work of the
 * first part, which becomes the sum. */
static void write_keys(const Backward *all, long head, const BackwardWork *first, long begin,
                       long end)
{
    const Flash *f = all->f;
    long width = round_to_lanes(f->D);
    for (long part = 1; part < all->parts_per_head; part++)
        for (long i = begin * width; i < end * width; i++) {
            first->dk[i] += first[part].dk[i];
            first->dv[i] += first[part].dv[i];
        }
    long first_query = head * f->k.group;
    Tile t = {.f = f, .b = first_query / f->H, .h = first_query % f->H};
    if (f->dk.data != NULL)
        tile_write(f, tile_data(&t, f->dk, begin), f->dk.time, end - begin,
                   first->dk + begin * width, NULL, f->scale, f->dk_beta);
    if (f->dv.data != NULL)
        tile_write(f, tile_data(&t, f->dv, begin), f->dv.time, end - begin,
                   first->dv + begin * width, NULL, 1, f->dv_beta);
}

/* ---- all of them ----------------------------------------------------------------------------- */

static void whole_heads(long begin, long end, void *context)
{
    const Backward *all = context;
    long heads = all->heads;
    for (long part = begin; part < end; part++)
        for (long head = heads * part / all->parts; head < heads * (part + 1) / all->parts;
             head++) {
            backward_head(all, head, 0, &all->work[part]);
            write_keys(all, head, &all->work[part], 0, all->f->Tk);
        }
}

static void parts_of_head(long begin, long end, void *context)
{
    const Backward *all = context;
    for (long part = begin; part < end; part++)
        backward_head(all, all->head, part, &all->work[part]);
}

static void keys_of_head(long begin, long end, void *context)
{
    const Backward *all = context;
    write_keys(all, all->head, all->work, begin, end);
}

/* Whole heads are dealt out when each thread gets equally many, or so many that one more or less
 * does not matter. */
static bool heads_are_fair(long heads, long parts)
{
    return heads % parts == 0 || heads >= 8 * parts;
}

static void flash_backward(const Flash *f)
{
    long heads = f->B * f->H / f->k.group, blocks = tile_blocks(f);
    long parts = parallel_threads(f->B * f->H * blocks, tile_work(f, 5));
    bool fair = heads_are_fair(heads, parts);
    Scope *scratch = scope_open();
    Backward all = {.f = f,
                    .heads = heads,
                    .blocks = blocks,
                    .parts = parts,
                    .parts_per_head = fair ? 1 : parts,
                    .work = scope_alloc(scratch, (size_t)parts * sizeof(BackwardWork))};
    for (long i = 0; i < parts; i++)
        all.work[i] = backward_work(scratch, f);
    if (fair)
        parallel_for(parts, WORTH_A_THREAD, whole_heads, &all);
    else
        for (all.head = 0; all.head < heads; all.head++) {
            parallel_for(parts, WORTH_A_THREAD, parts_of_head, &all);
            parallel_for(f->Tk, (parts + 1) * f->D, keys_of_head, &all);
        }
    scope_close(scratch);
}

#endif
