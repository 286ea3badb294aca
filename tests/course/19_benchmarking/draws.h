/* draws.h - inputs that several tests of module 19 draw, and a look at what came back. */
#ifndef DRAWS_H
#define DRAWS_H

#include "check.h"
#include "benchmark.h"
#include "pareto.h"
#include "statistics.h"

/* The numbers of a tensor as an array of double: in double the tensor's own, guarded on both sides. */
static inline const double *doubles(const Tensor *t)
{
#ifdef KINDLING_DOUBLE
    return t->data;
#else
    long n = tensor_numel(t);
    double *x = scope_alloc(scope_current(), (size_t)n * sizeof *x);
    for (long i = 0; i < n; i++)
        x[i] = (double)t->data[i];
    return x;
#endif
}

static inline Tensor *tensor_of(const double *x, long n)
{
    Tensor *t = blank(SHAPE(n));
    for (long i = 0; i < n; i++)
        t->data[i] = (real)x[i];
    return t;
}

/* Flags, and behind them what was returned. */
static inline Tensor *marks_of(const bool *is, long n, long count)
{
    Tensor *t = blank(SHAPE(n + 1));
    for (long i = 0; i < n; i++)
        t->data[i] = is[i] ? 1 : 0;
    t->data[n] = (real)count;
    return t;
}

/* Milliseconds, all different, in no order. */
static inline Tensor *draw_times(const char *name, long n)
{
    Tensor *t = draw_between(name, SHAPE(n), 5, 6);
    for (long i = 0; i < n; i++)
        t->data[i] += (real)((i * 7) % n);
    resealed(t);
    return t;
}

/* Small whole numbers: many are equal. */
static inline Tensor *draw_with_ties(const char *name, long n, long low, long high)
{
    Tensor *t = draw(name, SHAPE(n));
    for (long i = 0; i < n; i++)
        t->data[i] = (real)(low + (long)(draw_seed() % (uint64_t)(high - low + 1)));
    t->data[1] = t->data[0];
    resealed(t);
    return t;
}

/* Statistics of the tests' own: nothing of these rests on a file of the module. */
static inline double mean_of(const double *x, long n)
{
    double sum = 0;
    for (long i = 0; i < n; i++)
        sum += x[i];
    return sum / (double)n;
}
static inline double squares_of(const double *x, long n)
{
    double sum = 0;
    for (long i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sum / 100;
}

/* ---- a machine that drifts ------------------------------------------------------------------------------ */

enum { FEW_BODIES = 4, MOST_BODIES = 320, MOST_RUNS = 1000 };

/* Work of w takes w (1 + drift * time) seconds, a look at the clock `look` seconds. */
typedef struct {
    double time, drift, look;
    long reads, runs;
    int ran[MOST_RUNS];
} Machine;
typedef struct {
    Machine *machine;
    int number;
    double work;
} Job;
typedef struct {
    long n, rounds;
    double work[MOST_BODIES], drift, look;
} Plan;

static inline double machine_now(void *context)
{
    Machine *m = context;
    double time = m->time;
    m->time += m->look;
    m->reads++;
    return time;
}

static inline void machine_run(void *context)
{
    const Job *job = context;
    Machine *m = job->machine;
    if (m->runs < MOST_RUNS)
        m->ran[m->runs] = job->number;
    m->runs++;
    m->time += job->work * (1 + m->drift * m->time);
}

static inline Plan draw_plan(long n, long rounds)
{
    Plan plan = {.n = n, .rounds = rounds, .look = 0.001};
    plan.drift = n > FEW_BODIES ? 1e-5 : draw_double("drift", 0.01, 0.03);
    for (long i = 0; i < n; i++)
        plan.work[i] = n > FEW_BODIES ? 0.5 + 1.5 * (double)(draw_seed() % 1000) / 1000
                                      : draw_double("work of a body", 0.5, 2);
    return plan;
}

static inline Tensor *who_ran(const Machine *m)
{
    long n = m->runs < MOST_RUNS ? m->runs : MOST_RUNS;
    Tensor *t = blank(SHAPE(n));
    for (long i = 0; i < n; i++)
        t->data[i] = (real)m->ran[i];
    return t;
}

#endif
