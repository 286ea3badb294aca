/* training_cause.c - what is wrong with a run, from its curves.
 *
 * Each mistake leaves one trace that no other one leaves; a trace that could have several causes is
 * asked for behind the ones that explain it. All comparisons are shares, since losses have a
 * different size in each run. Invariant: whatever has no trace is called sound.
 */
#include "trainer.h"
#include <math.h>

enum { ROUND = 12 }; /* steps for all 96 examples */

static double mean(const double *x, long first, long end)
{
    double sum = 0;
    for (long i = first; i < end; i++)
        sum += x[i];
    return sum / (double)(end - first);
}

/* How much a curve jumps from step to step, as a share of its height. */
static double roughness(const double *x, long first, long end)
{
    double sum = 0;
    for (long i = first + 1; i < end; i++)
        sum += fabs(x[i] - x[i - 1]);
    return sum / (double)(end - first - 1) / mean(x, first, end);
}

/* The share of a curve's variance that comes back in each round. */
static double repetition(const double *x, long first, long end)
{
    double all = mean(x, first, end), total = 0, between = 0;
    for (long place = 0; place < ROUND; place++) {
        double sum = 0, n = 0;
        for (long i = first + place; i < end; i += ROUND) {
            sum += x[i] - all, n++;
            total += (x[i] - all) * (x[i] - all);
        }
        between += sum * sum / n;
    }
    return between / total;
}

/* norm / sqrt(loss) at the end, in units of that at the beginning: a gradient is as long as errors
 * are large. */
static double length_of_gradients(const TrainingCurves *c)
{
    double first = 0, last = 0;
    for (long i = 0; i < 2 * ROUND; i++) {
        first += c->norm[i] / sqrt(c->loss[i]);
        last += c->norm[RUN_STEPS - 1 - i] / sqrt(c->loss[RUN_STEPS - 1 - i]);
    }
    return last / first;
}

static TrainingCause cause_in_rates(const double *rate)
{
    double most = 0;
    for (long i = 0; i < RUN_STEPS; i++)
        most = fmax(most, rate[i]);
    if (rate[0] > most / 2)
        return CAUSE_NO_WARM_UP;
    return rate[RUN_STEPS * 3 / 4] > 0 ? CAUSE_NONE : CAUSE_SHORT;
}

EXERCISE
TrainingCause training_cause(const TrainingCurves *c)
{
    const long half = RUN_STEPS / 2, end = RUN_STEPS;
    TrainingCause cause = cause_in_rates(c->rate);
    if (cause != CAUSE_NONE)
        return cause;
    if (isnan(c->loss[end - 1]))
        return CAUSE_NAN;
    bool same = true;
    for (long i = 0; i < end; i++)
        same = same && c->loss[i] == c->held_out[i];
    if (same)
        return CAUSE_SAME_LOSS;
    if (c->held_out[end - 1] == c->held_out[0])
        return CAUSE_NO_STEP;
    if (length_of_gradients(c) > 1.5)
        return CAUSE_NOT_CLEARED;
    if (!(c->held_out[end - 1] < 30 * c->held_out[0]))
        return CAUSE_LARGE_RATE;
    if (roughness(c->held_out, half, end) > 0.05)
        return CAUSE_DROPPING;
    if (mean(c->loss, half, end) < 0.56 * mean(c->held_out, half, end))
        return CAUSE_FEW_EXAMPLES;
    if (fabs(mean(c->held_out, end - ROUND, end) / c->held_out[0] - 1) < 0.03)
        return CAUSE_SMALL_RATE;
    return repetition(c->loss, RUN_STEPS / 4, end) > 0.2 ? CAUSE_NOT_SHUFFLED : CAUSE_NONE;
}
