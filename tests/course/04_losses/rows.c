/* rows.c - 04.1 to 04.3: log-sum-exp of a row, and two losses made of it. */
#include "check.h"
#include "cross_entropy.h"

#define INF ((real)INFINITY)

/* So large that lse itself has no room left for a fraction of it: one ulp is 1/8 (float: 1/2). */
#define BIG (IS_DOUBLE ? (real)1e15 : (real)8e6)

/* The two parts as they should be, by plain loops: an input for 04.2 and 04.3. */
static LogSumExp parts_of(const Tensor *x)
{
    double shift = -INFINITY, sum = 0;
    for (long i = 0; i < x->shape[0]; i++)
        shift = fmax(shift, (double)x->data[i]);
    for (long i = 0; i < x->shape[0]; i++)
        sum += exp((double)x->data[i] - shift);
    LogSumExp z = {.shift = (real)shift, .log_sum = (real)log(sum)};
    given("z", "shift %.6g, log_sum %.6g", shift, log(sum));
    return z;
}

static double mean_of(const Tensor *x)
{
    double sum = 0;
    for (long i = 0; i < x->shape[0]; i++)
        sum += (double)x->data[i];
    return sum / (double)x->shape[0];
}

static double smallest_of(const Tensor *x)
{
    double smallest = INFINITY;
    for (long i = 0; i < x->shape[0]; i++)
        smallest = fmin(smallest, (double)x->data[i]);
    return smallest;
}

static double largest_of(const Tensor *x)
{
    double largest = -INFINITY;
    for (long i = 0; i < x->shape[0]; i++)
        largest = fmax(largest, (double)x->data[i]);
    return largest;
}

/* log sum e^(x - shift) */
static double log_sum_above(const Tensor *x, double shift)
{
    double sum = 0;
    for (long i = 0; i < x->shape[0]; i++)
        sum += exp((double)x->data[i] - shift);
    return log(sum);
}

/* ---- 04.1 row_log_sum_exp ----------------------------------------------------------------------- */

TEST(two_logits_by_hand, .points = 3, .exercise = "04.1 row_log_sum_exp", .file = "row_loss.c",
     .hints =
         HINTS("First the largest logit, then the sum of e^(x - largest), then its logarithm.",
               "shift is the largest; log_sum is real_log of the sum of real_exp(x[i] - shift).",
               "return (LogSumExp){.shift = shift, .log_sum = real_log(sum)};"))
{
    Tensor *x = input("x", SHAPE(2), VALUES(0, (real)log(3)));
    MISTAKE_NUMBER(0, "shift is the smallest logit, or none at all: it is the largest");
    MISTAKE_NUMBER(4.0 / 3, "the logarithm is missing: that is the sum itself");
    MISTAKE_NUMBER(log2(4.0 / 3), "a logarithm of base 2: the natural one, real_log, is meant");
    MISTAKE_NUMBER(log10(4.0 / 3), "a logarithm of base 10: the natural one, real_log, is meant");
    MISTAKE_NUMBER(log(4), "the shift is in log_sum already: it has a place of its own");
    LogSumExp z = CALL(row_log_sum_exp(2, x->data));
    check_number(z.shift, log(3), CHECK_TOLERANCE, "shift is the largest logit, log 3");
    check_number(z.log_sum, log(4.0 / 3), CHECK_TOLERANCE, "log(e^(0 - log 3) + e^0) = log(4/3)");
}

TEST(
    rows_of_any_length, .points = 4, .exercise = "04.1 row_log_sum_exp", .file = "row_loss.c",
    .hints = HINTS("Every logit counts, the first and the last too.",
                   "Look for the largest in all of x[0] .. x[n - 1], then add up in a second loop.",
                   "for (long i = 0; i < n; i++) sum += real_exp(x[i] - shift);"))
{
    long n = draw_long("n", 3, 20);
    Tensor *x = draw_between("x", SHAPE(n), -3, 3);
    EXPECT(double m = largest_of(x));
    MISTAKE_NUMBER(0, "no maximum was taken off: shift is the largest logit");
    MISTAKE_NUMBER(smallest_of(x), "shift is the smallest logit: it is the largest");
    MISTAKE_NUMBER((double)x->data[0], "shift is the first logit: look through all of them");
    MISTAKE_NUMBER(exp(log_sum_above(x, m)), "the logarithm is missing: that is the sum itself");
    MISTAKE_NUMBER(log_sum_above(x, m) / log(2), "a logarithm of base 2: the natural one is meant");
    MISTAKE_NUMBER(log_sum_above(x, 0),
                   "the shift is in log_sum already: it has a place of its own");
    MISTAKE_NUMBER(log_sum_above(x, m) - log((double)n),
                   "the mean of the terms: log-sum-exp adds them up and divides by nothing");
    MISTAKE_NUMBER(log_sum_above(x, m) + m,
                   "the shift is in log_sum already: it has a place of its own");
    LogSumExp z = CALL(row_log_sum_exp(n, x->data));
    check_number(z.shift, m, 0, "shift is the largest logit");
    check_number(z.log_sum, log_sum_above(x, m), CHECK_TOLERANCE,
                 "log of the sum of e^(x - shift)");
}

TEST(rows_below_zero, .points = 3, .exercise = "04.1 row_log_sum_exp", .file = "row_loss.c",
     .hints = HINTS("What is your largest before you have looked at any logit?",
                    "A row can lie below 0 as a whole.", "real shift = (real)-INFINITY;"))
{
    Tensor *x = draw_between("x", SHAPE(4), -900, -800);
    EXPECT(double m = largest_of(x));
    MISTAKE_NUMBER(
        0, "the search for the largest starts at 0, above the whole row: start at -infinity");
    MISTAKE_NUMBER(smallest_of(x), "shift is the smallest logit: it is the largest");
    LogSumExp z = CALL(row_log_sum_exp(4, x->data));
    check_number(z.shift, m, 0, "the largest logit, even if it is negative");
    check_number(z.log_sum, log_sum_above(x, m), CHECK_TOLERANCE,
                 "log of the sum of e^(x - shift)");
}

TEST(logits_of_a_thousand, .points = 3, .exercise = "04.1 row_log_sum_exp", .file = "row_loss.c",
     .hints = HINTS("e^1000 is infinite in every format C has.",
                    "Take the largest logit off before the exponential, not after.",
                    "sum += real_exp(x[i] - shift);"))
{
    Tensor *x = input("x", SHAPE(3), VALUES(1000, 999, -1000));
    EXPECT(double want = log(1 + exp(-1)));
    MISTAKE_NUMBER(INFINITY,
                   "e^1000 overflows: the largest logit has to come off before the exponential");
    MISTAKE_NUMBER(0, "no maximum was taken off: e^1000 overflows");
    LogSumExp z = CALL(row_log_sum_exp(3, x->data));
    check_number(z.log_sum, want, CHECK_TOLERANCE, "log(e^0 + e^-1 + e^-2000): nothing overflows");
    check_number(z.shift, 1000, 0, "shift is the largest logit");
}

TEST(logits_of_minus_infinity, .points = 3, .exercise = "04.1 row_log_sum_exp",
     .file = "row_loss.c",
     .hints = HINTS("-infinity is a class that cannot be; in most rows e^-infinity = 0 does it.",
                    "If every logit is -infinity, x - shift is -inf - -inf.",
                    "if (shift == (real)-INFINITY) shift = 0;"))
{
    Tensor *some = input("some", SHAPE(3), VALUES(-INF, 2, 2));
    Tensor *all = input("all", SHAPE(2), VALUES(-INF, -INF));
    Tensor *one = input("one", SHAPE(1), VALUES(-7));
    MISTAKE_NUMBER(-INFINITY, "the shift of a row of -infinity has to be 0: -inf - -inf is NaN");
    LogSumExp z = CALL(row_log_sum_exp(3, some->data));
    check_number(z.shift, 2, 0, "the largest of the others");
    check_number(z.log_sum, log(2), CHECK_TOLERANCE, "two terms of e^0, one of 0");
    z = CALL(row_log_sum_exp(1, one->data));
    check_number(z.shift, -7, 0, "one class: its logit");
    check_number(z.log_sum, 0, CHECK_TOLERANCE, "one class: log 1");
    z = CALL(row_log_sum_exp(2, all->data));
    check_number(z.shift, 0, 0, "a row of -infinity has shift 0");
    check_number(z.log_sum < -1e30, 1, 0, "the sum is 0, its logarithm -infinity, not NaN");
}

/* ---- 04.2 row_target_loss ----------------------------------------------------------------------- */

TEST(both_targets_by_hand, .points = 3, .exercise = "04.2 row_target_loss", .file = "row_loss.c",
     .hints = HINTS("The loss is -log of the probability of the target.",
                    "That is lse - x[target], with lse in two parts.",
                    "return z.log_sum - (x[target] - z.shift);"))
{
    Tensor *x = input("x", SHAPE(2), VALUES(0, (real)log(3)));
    LogSumExp z = parts_of(x);
    MISTAKE_NUMBER(-log(4.0 / 3),
                   "the minus is missing: the loss is -log of a probability, never negative");
    MISTAKE_NUMBER(0.75, "that is the probability: the loss is -log of it");
    MISTAKE_NUMBER(log2(4.0 / 3), "a logarithm of base 2: the loss is in nats");
    MISTAKE_NUMBER(log(4.0 / 3) - log(3), "the shift is forgotten: lse = shift + log_sum");
    MISTAKE_NUMBER(log(4), "the loss of another class: x[target], counted from 0");
    MISTAKE_NUMBER(log(4.0 / 3) - (1 - log(3)),
                   "the target is used as a value: it is a position, the logit is x[target]");
    check_number(CALL(row_target_loss(x->data, z, 1)), log(4.0 / 3), CHECK_TOLERANCE,
                 "class 1 has probability 3/4: the loss is -log(3/4)");
    check_number(CALL(row_target_loss(x->data, z, 0)), log(4), CHECK_TOLERANCE,
                 "class 0 has probability 1/4: the loss is -log(1/4)");
}

TEST(any_target_of_a_longer_row, .points = 4, .exercise = "04.2 row_target_loss",
     .file = "row_loss.c",
     .hints = HINTS("target says where to look, counted from 0.",
                    "x[target] is the logit of the right class.",
                    "return z.log_sum - (x[target] - z.shift);"))
{
    Tensor *x = draw("x", SHAPE(9));
    LogSumExp z = parts_of(x);
    int target = (int)draw_long("target", 2, 7);
    EXPECT(double lse = log_sum_above(x, 0); double want = lse - (double)x->data[target]);
    MISTAKE_NUMBER(-want,
                   "the minus is missing: the loss is -log of a probability, never negative");
    MISTAKE_NUMBER(exp(-want), "that is the probability: the loss is -log of it");
    MISTAKE_NUMBER(want / log(2), "a logarithm of base 2: the loss is in nats");
    MISTAKE_NUMBER(lse - target,
                   "the target is used as a value: it is a position, the logit is x[target]");
    MISTAKE_NUMBER(lse - (double)x->data[0], "the loss of class 0, whatever the target: x[target]");
    MISTAKE_NUMBER(lse - (double)x->data[target + 1], "one class too far: targets count from 0");
    MISTAKE_NUMBER(lse - (double)x->data[target - 1], "one class too early: targets count from 0");
    MISTAKE_NUMBER((double)z.log_sum - (double)x->data[target],
                   "the shift is forgotten: lse = shift + log_sum");
    MISTAKE_NUMBER((double)z.log_sum - (double)x->data[target] - (double)z.shift,
                   "the shift has the wrong sign: lse = shift + log_sum");
    MISTAKE_NUMBER((double)z.shift - (double)x->data[target],
                   "log_sum is forgotten: lse = shift + log_sum");
    MISTAKE_NUMBER(-(double)x->data[target], "only the logit: lse - x[target]");
    MISTAKE_NUMBER(lse, "only lse: the logit of the target comes off it");
    check_number(CALL(row_target_loss(x->data, z, target)), want, CHECK_TOLERANCE,
                 "lse - x[target] = log_sum - (x[target] - shift)");
}

TEST(no_digits_lost_on_large_logits, .points = 3, .exercise = "04.2 row_target_loss",
     .file = "row_loss.c",
     .hints = HINTS("Adding log_sum to a huge shift rounds log_sum away.",
                    "Take the shift off the logit first: that difference is small and exact.",
                    "return z.log_sum - (x[target] - z.shift);"))
{
    Tensor *x = input("x", SHAPE(2), VALUES(BIG, BIG - 1));
    LogSumExp z = parts_of(x);
    EXPECT(double log_sum = log(1 + exp(-1)));
    MISTAKE_NUMBER((double)(real)((real)(BIG + z.log_sum) - (BIG - 1)),
                   "shift + log_sum was formed first, and rounding ate log_sum: take the shift off "
                   "the logit instead");
    check_number(CALL(row_target_loss(x->data, z, 1)), log_sum + 1, CHECK_TOLERANCE,
                 "the same as for logits 0 and -1: only differences count");
    check_number(CALL(row_target_loss(x->data, z, 0)), log_sum, CHECK_TOLERANCE,
                 "the same as for logits 0 and -1: only differences count");
}

TEST(certain_and_impossible_targets, .points = 2, .exercise = "04.2 row_target_loss",
     .file = "row_loss.c",
     .hints = HINTS("No special case is needed.", "-log 1 is 0, -log 0 is infinity.",
                    "return z.log_sum - (x[target] - z.shift);"))
{
    Tensor *x = input("x", SHAPE(3), VALUES(-INF, 2000, -2000));
    LogSumExp z = parts_of(x);
    MISTAKE_NUMBER(-log(1e-7),
                   "the probability was kept above 1e-7: from logits nothing has to be");
    check_number(CALL(row_target_loss(x->data, z, 1)), 0, CHECK_TOLERANCE, "-log 1 = 0");
    check_number(CALL(row_target_loss(x->data, z, 2)), 4000, CHECK_TOLERANCE,
                 "no probability is formed, so none is rounded to 0: 2000 - -2000");
    check_number(CALL(row_target_loss(x->data, z, 0)) > 1e30, 1, 0, "-log 0 is infinity");
}

/* ---- 04.3 row_even_loss ------------------------------------------------------------------------- */

TEST(average_of_two_by_hand, .points = 4, .exercise = "04.3 row_even_loss", .file = "row_loss.c",
     .hints = HINTS("The average of the losses of class 0 and class 1.",
                    "Only the logit changes from class to class, so average the logits.",
                    "return z.log_sum - (sum / (real)n - z.shift);"))
{
    Tensor *x = input("x", SHAPE(2), VALUES(0, (real)log(3)));
    LogSumExp z = parts_of(x);
    EXPECT(double want = (log(4) + log(4.0 / 3)) / 2);
    MISTAKE_NUMBER(2 * want, "the sum of the losses: their average is asked");
    MISTAKE_NUMBER(log(4) - log(3), "the logits were added up and not divided by n");
    MISTAKE_NUMBER(-want, "the minus is missing: a loss is never negative");
    MISTAKE_NUMBER(want - log(3), "the shift is forgotten: lse = shift + log_sum");
    MISTAKE_NUMBER(log(2), "-log of the average probability: the average of the losses is asked");
    check_number(CALL(row_even_loss(2, x->data, z)), want, CHECK_TOLERANCE,
                 "(1.3863 + 0.2877) / 2 = 0.8370");
}

TEST(average_over_all_classes, .points = 5, .exercise = "04.3 row_even_loss", .file = "row_loss.c",
     .hints = HINTS("All n classes count, the right one too.", "mean = (x[0] + ... + x[n - 1]) / n",
                    "return z.log_sum - (sum / (real)n - z.shift);"))
{
    long n = draw_long("n", 3, 20);
    Tensor *x = draw_between("x", SHAPE(n), 1, 4);
    LogSumExp z = parts_of(x);
    EXPECT(double D = (double)n; double lse = log_sum_above(x, 0); double want = lse - mean_of(x));
    MISTAKE_NUMBER(D * want, "the sum of the losses: their average is asked");
    MISTAKE_NUMBER(lse - D * mean_of(x), "the logits were added up and not divided by n");
    MISTAKE_NUMBER(lse - mean_of(x) * D / (D - 1),
                   "divided by n - 1: the uniform distribution is spread over all n classes");
    MISTAKE_NUMBER(-want, "the minus is missing: a loss is never negative");
    MISTAKE_NUMBER((double)z.log_sum - mean_of(x), "the shift is forgotten: lse = shift + log_sum");
    MISTAKE_NUMBER((double)z.log_sum - mean_of(x) - (double)z.shift,
                   "the shift has the wrong sign: lse = shift + log_sum");
    MISTAKE_NUMBER(lse - largest_of(x), "the loss of the largest logit: the average is asked");
    MISTAKE_NUMBER(lse - (double)x->data[0], "the loss of class 0: the average is asked");
    MISTAKE_NUMBER(want / log(2), "a logarithm of base 2: the loss is in nats");
    MISTAKE_NUMBER((double)z.shift - mean_of(x), "log_sum is forgotten: lse = shift + log_sum");
    MISTAKE_NUMBER(log(D), "-log of the average probability: the average of the losses is asked");
    MISTAKE_NUMBER(lse - (D * mean_of(x) - (double)x->data[0]) / D,
                   "the loop begins at 1: the class in front counts too");
    MISTAKE_NUMBER(lse - (D * mean_of(x) - (double)x->data[n - 1]) / D,
                   "the loop ends one class too early");
    check_number(CALL(row_even_loss(n, x->data, z)), want, CHECK_TOLERANCE,
                 "lse - mean = log_sum - (mean - shift)");
}

TEST(even_loss_of_large_logits, .points = 3, .exercise = "04.3 row_even_loss", .file = "row_loss.c",
     .hints = HINTS("Adding log_sum to a huge shift rounds log_sum away.",
                    "Take the shift off the mean first.",
                    "return z.log_sum - (sum / (real)n - z.shift);"))
{
    Tensor *x = input("x", SHAPE(2), VALUES(BIG, BIG - 1));
    LogSumExp z = parts_of(x);
    EXPECT(double want = log(1 + exp(-1)) + 0.5);
    MISTAKE_NUMBER((double)(real)((real)(BIG + z.log_sum) - (BIG - (real)0.5)),
                   "shift + log_sum was formed first, and rounding ate log_sum: take the shift off "
                   "the mean instead");
    check_number(CALL(row_even_loss(2, x->data, z)), want, CHECK_TOLERANCE,
                 "the same as for logits 0 and -1: only differences count");
}
