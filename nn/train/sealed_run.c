/* sealed_run.c - curves of a small training run with one mistake in it, for practice.
 *
 * A linear model of 16 weights learns noisy targets from 96 examples, 8 in a batch, with a fifth of
 * the inputs dropped; warm-up, then a cosine. Sizes of targets and rates are drawn, so no number
 * alone gives a mistake away. It needs nothing of module 08.
 */
#include "trainer.h"
#include <math.h>
#include <string.h>

enum { INPUTS = 16, EXAMPLES = 96, HELD_OUT = 96, BATCH = 8, FEW = 4, WARM_UP = 24 };
enum { ROUND = EXAMPLES / BATCH }; /* steps until all examples were there */

typedef struct {
    TrainingCause cause;
    double x[EXAMPLES + HELD_OUT][INPUTS], y[EXAMPLES + HELD_OUT];
    long order[EXAMPLES], held_out[HELD_OUT];
    double w[INPUTS], g[INPUTS], lr;
    Rng rng;
} Run;

static void sort_by_targets(Run *r)
{
    for (long i = 1; i < EXAMPLES; i++)
        for (long k = i; k > 0 && r->y[r->order[k]] < r->y[r->order[k - 1]]; k--) {
            long other = r->order[k];
            r->order[k] = r->order[k - 1];
            r->order[k - 1] = other;
        }
}

static void start(Run *r, uint64_t seed)
{
    r->rng = rng_seed(seed);
    double size = exp(3 * rng_uniform(&r->rng) - 1.5), truth[INPUTS];
    r->lr = 0.1 * exp(0.6 * rng_uniform(&r->rng) - 0.3);
    r->lr *= r->cause == CAUSE_LARGE_RATE ? 30 : r->cause == CAUSE_SMALL_RATE ? 1.0 / 3000 : 1;
    for (long d = 0; d < INPUTS; d++)
        truth[d] = size * rng_normal(&r->rng) / 4;
    for (long i = 0; i < EXAMPLES + HELD_OUT; i++) {
        r->y[i] = 0.5 * size * rng_normal(&r->rng);
        for (long d = 0; d < INPUTS; d++) {
            r->x[i][d] = d == 0 ? 1 : rng_normal(&r->rng);
            r->y[i] += truth[d] * r->x[i][d];
        }
    }
    for (long i = 0; i < EXAMPLES; i++)
        r->order[i] = r->cause == CAUSE_FEW_EXAMPLES ? i % FEW : i;
    for (long i = 0; i < HELD_OUT; i++)
        r->held_out[i] = EXAMPLES + i;
    if (r->cause == CAUSE_NOT_SHUFFLED)
        sort_by_targets(r);
}

/* The mean loss of n examples; their gradient is added to g, unless NULL. */
static double mean_loss(Run *r, const long *examples, long n, bool drop, OR_NULL double *g)
{
    double loss = 0;
    for (long k = 0; k < n; k++) {
        double in[INPUTS], error = -r->y[examples[k]];
        for (long d = 0; d < INPUTS; d++) {
            in[d] = r->x[examples[k]][d];
            if (drop)
                in[d] = rng_uniform(&r->rng) < 0.2 ? 0 : in[d] / 0.8;
            error += in[d] * r->w[d];
        }
        loss += error * error / 2 / (double)n;
        for (long d = 0; g != NULL && d < INPUTS; d++)
            g[d] += error * in[d] / (double)n;
    }
    return loss;
}

static double rate(const Run *r, long step)
{
    const double pi = acos(-1);
    long end = r->cause == CAUSE_SHORT ? RUN_STEPS / 2 : RUN_STEPS;
    if (r->cause != CAUSE_NO_WARM_UP && step < WARM_UP)
        return r->lr * (double)(step + 1) / WARM_UP;
    if (step >= end)
        return 0;
    double p = fmax(0, (double)(step - WARM_UP) / (double)(end - WARM_UP));
    return r->lr * (1 + cos(pi * p)) / 2;
}

void sealed_run(TrainingCause cause, uint64_t seed, TrainingCurves *c)
{
    Scope *scope = scope_open();
    Run *r = scope_alloc(scope, sizeof *r);
    memset(r, 0, sizeof *r);
    r->cause = cause;
    start(r, seed);
    long bad = RUN_STEPS / 6 + rng_below(&r->rng, RUN_STEPS / 2);
    for (long step = 0; step < RUN_STEPS; step++) {
        if (step % ROUND == 0 && cause != CAUSE_NOT_SHUFFLED)
            rng_shuffle(&r->rng, EXAMPLES, r->order);
        const long *batch = r->order + step % ROUND * BATCH;
        if (cause != CAUSE_NOT_CLEARED)
            memset(r->g, 0, sizeof r->g);
        c->loss[step] = mean_loss(r, batch, BATCH, true, r->g);
        if (cause == CAUSE_NAN && step == bad)
            c->loss[step] = r->g[0] = NAN;
        double squares = 0;
        for (long d = 0; d < INPUTS; d++)
            squares += r->g[d] * r->g[d];
        c->norm[step] = sqrt(squares);
        c->rate[step] = rate(r, step);
        for (long d = 0; cause != CAUSE_NO_STEP && d < INPUTS; d++)
            r->w[d] -= c->rate[step] * r->g[d];
        bool drop = cause == CAUSE_DROPPING;
        c->held_out[step] = cause == CAUSE_SAME_LOSS
                                ? c->loss[step]
                                : mean_loss(r, r->held_out, HELD_OUT, drop, NULL);
    }
    scope_close(scope);
}
