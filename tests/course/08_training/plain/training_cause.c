/* training_cause.c - the same traces looked at elsewhere: near the end, where the rate is small, and one round later. */
#include "trainer.h"
#include <math.h>

static double sum_of(const double *x, int from, int to)
{
    double sum = 0;
    for (int i = from; i < to; i++)
        sum += x[i];
    return sum;
}

/* How alike a curve is to itself, 12 steps later. */
static double one_round_later(const double *x)
{
    double middle = sum_of(x, 48, 240) / 192;
    double product = 0, square = 0;
    for (int i = 48; i < 240; i++) {
        square += (x[i] - middle) * (x[i] - middle);
        if (i + 12 < 240)
            product += (x[i] - middle) * (x[i + 12] - middle);
    }
    return product / square;
}

TrainingCause training_cause(const TrainingCurves *c)
{
    if (c->rate[0] == c->rate[1] || c->rate[0] > c->rate[5])
        return CAUSE_NO_WARM_UP;
    if (c->rate[200] == 0)
        return CAUSE_SHORT;

    int equal = 0;
    for (int i = 0; i < 240; i++) {
        if (isnan(c->loss[i]))
            return CAUSE_NAN;
        if (c->loss[i] == c->held_out[i])
            equal++;
    }
    if (equal == 240)
        return CAUSE_SAME_LOSS;
    if (c->held_out[100] == c->held_out[0])
        return CAUSE_NO_STEP;

    double early = 0, late = 0;
    for (int i = 0; i < 30; i++) {
        early += c->norm[i] / sqrt(c->loss[i]);
        late += c->norm[200 + i] / sqrt(c->loss[200 + i]);
    }
    if (late > 1.6 * early)
        return CAUSE_NOT_CLEARED;
    if (!(c->held_out[239] < 10 * c->held_out[0]))
        return CAUSE_LARGE_RATE;

    double jumps = 0;
    for (int i = 200; i < 239; i++)
        jumps += fabs(c->held_out[i + 1] - c->held_out[i]);
    if (jumps / sum_of(c->held_out, 200, 239) > 0.03)
        return CAUSE_DROPPING;
    if (sum_of(c->loss, 120, 240) / sum_of(c->held_out, 120, 240) < 0.55)
        return CAUSE_FEW_EXAMPLES;

    double change = sum_of(c->held_out, 220, 240) / 20 / c->held_out[0];
    if (change > 0.97 && change < 1.03)
        return CAUSE_SMALL_RATE;
    if (one_round_later(c->loss) > 0.15)
        return CAUSE_NOT_SHUFFLED;
    return CAUSE_NONE;
}
