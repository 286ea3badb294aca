/* draws.h - inputs that several tests of module 14 draw: a clock that is played, graphs, spans, events. */
#ifndef DRAWS_H
#define DRAWS_H

#include <stdarg.h>
#include "check.h"
#include "measure_check.h"

enum { MOST = 48 };

static inline double unit(void)
{
    return (double)(draw_seed() >> 11) * 0x1p-53;
}

/* ---- a clock, and work that takes its time ------------------------------------------------------- */

/* One of these is the clock, its partner the work. Asked for the time the clock tells it, and a look takes `tick`. Call
 * number i of the work takes duration[i]. */
typedef struct Play {
    struct Play *partner;
    double time, tick, duration[MOST];
    long looks, calls;
} Play;

static inline double play_now(void *context)
{
    Play *clock = context;
    double told = clock->time;
    clock->looks++;
    clock->time += clock->tick;
    return told;
}

static inline void play_work(void *context)
{
    Play *work = context;
    if (work->calls < MOST)
        work->partner->time += work->duration[work->calls];
    work->calls++;
}

/* To a place the run that `faster` others are faster than, in exchange. */
static inline void bring_to(double *run, long n, long place, long faster)
{
    for (long i = 0; i < n; i++) {
        long below = 0;
        for (long j = 0; j < n; j++)
            below += run[j] < run[i];
        if (below != faster)
            continue;
        double t = run[place];
        run[place] = run[i];
        run[i] = t;
        return;
    }
}

/* Durations of `n` calls, of which the first `warmup` are slow. Of six runs and more the one in the middle is the slowest but
 * one and the last one the fastest but one: neither is next to the median by chance. */
static inline void draw_play(Play *clock, Play *work, long warmup, long n)
{
    *clock = (Play){.partner = work, .time = 100 + 50 * unit(), .tick = 0.01 + 0.01 * unit()};
    *work = (Play){.partner = clock};
    for (long i = 0; i < n; i++)
        work->duration[i] = (i < warmup ? 20 : 1) + 8 * unit();
    long runs = n - warmup;
    if (runs >= 6) {
        bring_to(work->duration + warmup, runs, (runs - 1) / 2, runs - 2);
        bring_to(work->duration + warmup, runs, runs - 1, 1);
    }
    for (long i = 0; i < n; i++)
        given(i < warmup ? "a run to warm up takes" : "a run takes", "%.6g s", work->duration[i]);
    given("a look at the clock takes", "%.6g s", clock->tick);
}

static inline Tensor *tensor_of(const double *x, long n)
{
    Tensor *t = blank(SHAPE(n));
    for (long i = 0; i < n; i++)
        t->data[i] = (real)x[i];
    return t;
}

static inline const char *kind_of(double x)
{
    return isnan(x) ? "NaN" : isinf(x) ? "infinity" : x == 0 ? "0" : "a number";
}

/* A step, the time that is each span's own, and the machine it runs on. */
typedef struct {
    Span spans[MOST];
    TraceWork work[MOST];
    double own[MOST], peak, bandwidth;
    long n;
} Step;

/* Things of a list in one text, behind the last of which its name is given: a report shows the last input of a name. */
typedef struct {
    char text[200];
    size_t used;
} Listed;

static inline void list(Listed *l, const char *format, ...)
{
    va_list arguments;
    if (l->used >= sizeof l->text)
        return;
    if (l->used > 0)
        l->used += (size_t)snprintf(l->text + l->used, sizeof l->text - l->used, ", ");
    if (l->used >= sizeof l->text)
        return;
    va_start(arguments, format);
    l->used += (size_t)vsnprintf(l->text + l->used, sizeof l->text - l->used, format, arguments);
    va_end(arguments);
}

/* Parts of a pass, and the bytes that there are. */
typedef struct {
    RecomputePart part[RECOMPUTE_MOST];
    long n;
    double budget;
} Parts;

/* ---- parameters ------------------------------------------------------------------------------------ */

/* Of each registration: how many numbers, and which tensor. */
typedef struct {
    long n, numbers[MOST], tensor[MOST];
} Registered;

static inline void note_below(Registered *r, const Module *m, const Tensor *seen[MOST])
{
    for (int i = 0; i < m->n_parameters; i++) {
        const Tensor *t = m->parameter[i].tensor;
        long which = 0;
        while (which < r->n && seen[which] != t)
            which++;
        seen[r->n] = t;
        r->numbers[r->n] = 1;
        for (int d = 0; d < t->ndim; d++)
            r->numbers[r->n] *= t->shape[d];
        r->tensor[r->n++] = which;
    }
    for (int i = 0; i < m->n_children; i++)
        note_below(r, m->children[i].module, seen);
}

static inline Registered registered(const Module *m)
{
    Registered r = {.n = 0};
    const Tensor *seen[MOST];
    note_below(&r, m, seen);
    for (long i = 0; i < r.n; i++)
        given("a registration", "tensor %ld, %ld numbers", r.tensor[i], r.numbers[i]);
    return r;
}

/* ---- products ---------------------------------------------------------------------------------------- */

/* Of a closure: sizes of its product, numbers of its inputs and output. */
typedef struct {
    double m, n, k; /* rows of the result in all, its columns, how many products each is a sum of */
    bool wants[2];  /* a gradient: input 0, 1 */
} Product;

static inline double numbers_in(const Tensor *t)
{
    double n = 1;
    for (int d = 0; d < t->ndim; d++)
        n *= (double)t->shape[d];
    return n;
}

static inline Product product_of(const Closure *c)
{
    const Tensor *a = c->in[0], *out = c->out;
    Product p = {.k = (double)a->shape[a->ndim - 1], .n = (double)out->shape[out->ndim - 1]};
    p.m = numbers_in(out) / p.n;
    for (int i = 0; i < 2; i++)
        p.wants[i] = c->in[i]->requires_grad;
    return p;
}

/* ---- graphs ------------------------------------------------------------------------------------------- */

/* What the closures of a graph cost, from the root back: forward, and their gradients. */
typedef struct {
    long n;
    double forward[MOST], gradients[MOST];
} GraphSizes;

static inline void graph_add(GraphSizes *g, double forward, double gradients)
{
    g->forward[g->n] = forward;
    g->gradients[g->n++] = gradients;
}

/* ---- bytes --------------------------------------------------------------------------------------------- */

/* Of a closure, in numbers: what it reads and writes. */
typedef struct {
    bool view, rows; /* rows: it reads the rows that it returns */
    long n_in;
    double in[3], out;
} Moved;

static inline Moved moved_of(const Closure *c, bool view, bool rows)
{
    Moved m = {.view = view, .rows = rows, .n_in = c->n_in, .out = numbers_in(c->out)};
    for (long i = 0; i < m.n_in && i < 3; i++)
        m.in[i] = numbers_in(c->in[i]);

    return m;
}

#endif
