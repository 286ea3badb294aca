/* rows_want.c - log-sum-exp of a row and its two losses in plain loops, right and mistaken. */
#include "want.h"

static double least_of(const Tensor *x)
{
    double least = INFINITY;
    for (long i = 0; i < x->shape[0]; i++)
        least = fmin(least, (double)x->data[i]);
    return least;
}

static double largest_of(const Tensor *x)
{
    double largest = -INFINITY;
    for (long i = 0; i < x->shape[0]; i++)
        largest = fmax(largest, (double)x->data[i]);
    return largest;
}

static double sum_of(const Tensor *x)
{
    double sum = 0;
    for (long i = 0; i < x->shape[0]; i++)
        sum += (double)x->data[i];
    return sum;
}

/* ---- 04.1 row_log_sum_exp ----------------------------------------------------------------------- */

double shift_want(const Tensor *x)
{
    double largest = largest_of(x);
    long n = x->shape[0];
    if (largest == -INFINITY) {
        MISTAKE_NUMBER(-INFINITY,
                       "the shift of a row of -infinity has to be 0: -inf - -inf is NaN");
        return 0;
    }
    MISTAKE_NUMBER(0, largest > 0 ? "no maximum was taken off: shift is the largest logit"
                                  : "shift is 0, above the whole row: either the search for the "
                                    "largest starts at 0 in place of -infinity, or no maximum was "
                                    "taken off");
    if (n > 1) {
        MISTAKE_NUMBER(isfinite(least_of(x)) ? least_of(x) : 0,
                       "shift is the smallest logit: it is the largest");
        MISTAKE_NUMBER((double)x->data[0], "shift is the first logit: look through all of them");
        MISTAKE_NUMBER((double)x->data[n - 1], "shift is the last logit: look through all of them");
    }
    return largest;
}

/* log sum e^(x - shift), with exponentials that overflow and vanish as the engine's do. */
static double log_sum_above(const Tensor *x, double shift)
{
    real sum = 0;
    for (long i = 0; i < x->shape[0]; i++)
        sum += (real)exp((double)x->data[i] - shift);
    return log((double)sum);
}

double log_sum_want(const Tensor *x)
{
    double shift = largest_of(x), n = (double)x->shape[0];
    double want = shift == -INFINITY ? -INFINITY : log_sum_above(x, shift);
    if (!isfinite(want) || n == 1)
        return want;
    MISTAKE_NUMBER(exp(want), "the logarithm is missing: that is the sum itself");
    MISTAKE_NUMBER(want / log(2), "a logarithm of base 2: the natural one, real_log, is meant");
    MISTAKE_NUMBER(want / log(10), "a logarithm of base 10: the natural one, real_log, is meant");
    MISTAKE_NUMBER(want - log(n),
                   "the mean of the terms: log-sum-exp adds them up and divides by nothing");
    MISTAKE_NUMBER(want + shift, "the shift is in log_sum already: it has a place of its own");
    if (!isfinite(log_sum_above(x, 0)))
        MISTAKE_NUMBER(log_sum_above(x, 0),
                       "the largest logit has to come off before the exponential: e^1000 "
                       "overflows, e^-1000 is 0");
    return want;
}

/* ---- 04.2 row_target_loss ----------------------------------------------------------------------- */

/* A loss from its probability, in the engine's precision, kept above epsilon. */
static double from_probability(double loss, double epsilon)
{
    return -log(fmax((double)(real)exp(-loss), epsilon));
}

static void probability_mistakes(double want)
{
    static const double epsilons[] = {1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-12};
    MISTAKE_NUMBER(-want, "the minus is missing: a loss is -log of a probability, never negative");
    MISTAKE_NUMBER(exp(-want), "that is the probability: the loss is -log of it");
    MISTAKE_NUMBER(want / log(2), "a logarithm of base 2: the loss is in nats");
    MISTAKE_NUMBER(want / log(10), "a logarithm of base 10: the loss is in nats");
    if (isinf(want) || isinf(from_probability(want, 0)))
        for (size_t i = 0; i < sizeof epsilons / sizeof *epsilons; i++)
            MISTAKE_NUMBER(from_probability(want, epsilons[i]),
                           "a probability was kept above some small number: from logits nothing "
                           "has to be");
    if (isinf(from_probability(want, 0)))
        MISTAKE_NUMBER(INFINITY, "a probability was formed, which is 0 here: stay with logits");
}

/* Where a logit y belongs: log_sum - (y - shift). Numbers so large that they hide log_sum are left out. */
static void part_mistakes(LogSumExp z, double y)
{
    double shift = (double)z.shift, log_sum = (double)z.log_sum;
    MISTAKE_NUMBER((double)((real)(z.shift + z.log_sum) - (real)y),
                   "shift + log_sum was formed first, and rounding ate log_sum: take the shift off "
                   "the logits instead");
    MISTAKE_NUMBER(shift - y, "log_sum is forgotten: lse = shift + log_sum");
    if (fabs(shift) > 1e4)
        return;
    MISTAKE_NUMBER(log_sum - y, "the shift is forgotten: lse = shift + log_sum");
    MISTAKE_NUMBER(log_sum - y - shift, "the shift has the wrong sign: lse = shift + log_sum");
    MISTAKE_NUMBER(-y, "only the logit, with a minus: lse is missing, the loss is lse - x");
    MISTAKE_NUMBER(shift + log_sum, "only lse: the logit comes off it");
}

static double loss_of(const Tensor *x, LogSumExp z, long target)
{
    return (double)z.log_sum - ((double)x->data[target] - (double)z.shift);
}

double target_loss_want(const Tensor *x, LogSumExp z, int target)
{
    double want = loss_of(x, z, target);
    probability_mistakes(want);
    part_mistakes(z, (double)x->data[target]);
    if (fabs((double)z.shift) < 1e4)
        MISTAKE_NUMBER((double)z.shift + (double)z.log_sum - target,
                       "the target is used as a value: it is a position, the logit is x[target]");
    if (target > 0)
        MISTAKE_NUMBER(loss_of(x, z, 0), "the loss of class 0, whatever the target: x[target]");
    if (target > 1)
        MISTAKE_NUMBER(loss_of(x, z, target - 1), "one class too early: targets count from 0");
    if (target + 1 < x->shape[0])
        MISTAKE_NUMBER(loss_of(x, z, target + 1), "one class too far: targets count from 0");
    return want;
}

/* ---- 04.3 row_even_loss ------------------------------------------------------------------------- */

/* log_sum - (mean - shift), whatever the mean. */
static double even_with(LogSumExp z, double mean)
{
    return (double)z.log_sum - (mean - (double)z.shift);
}

double even_loss_want(const Tensor *x, LogSumExp z)
{
    double n = (double)x->shape[0], sum = sum_of(x), want = even_with(z, sum / n);
    double first = (double)x->data[0], last = (double)x->data[x->shape[0] - 1];
    probability_mistakes(want);
    part_mistakes(z, sum / n);
    MISTAKE_NUMBER(n * want, "the sum of the losses: their average is asked");
    MISTAKE_NUMBER(log(n), "-log of the average probability: the average of the losses is asked");
    MISTAKE_NUMBER(even_with(z, largest_of(x)),
                   "the loss of the largest logit: the average is asked");
    if (fabs((double)z.shift) > 1e4)
        return want;
    MISTAKE_NUMBER(even_with(z, sum), "the logits were added up and not divided by n");
    MISTAKE_NUMBER(even_with(z, sum / (n - 1)),
                   "divided by n - 1: the uniform distribution is spread over all n classes");
    MISTAKE_NUMBER(even_with(z, first), "the loss of class 0: the average is asked");
    MISTAKE_NUMBER(even_with(z, (sum - first) / n),
                   "the loop begins at 1: the class in front counts too");
    MISTAKE_NUMBER(even_with(z, (sum - last) / n), "the loop ends one class too early");
    return want;
}
