/* report_want.c - means of factors, fronts and early stopping in many ways, one of which is right. */
#include "want.h"

double geometric_want(const Tensor *ratios)
{
    long n = ratios->shape[0];
    double N = (double)n, sum = 0, inverse = 0, logs = 0, product = 1, log10s = 0;
    for (long i = 0; i < n; i++) {
        double r = (double)ratios->data[i];
        sum += r;
        inverse += 1 / r;
        logs += log(r);
        log10s += log10(r);
        product *= r;
    }
    MISTAKE_NUMBER(
        sum / N,
        "that is the arithmetic mean: of 2 and 0.5 it is 1.25, as if something had been gained");
    MISTAKE_NUMBER(N / inverse, "that is the harmonic mean");
    MISTAKE_NUMBER(inverse / N, "that is the mean of the inverse ratios");
    MISTAKE_NUMBER(logs / N, "that is its logarithm: exp is missing");
    MISTAKE_NUMBER(exp(logs), "that is the product: divide the sum of logarithms by n");
    MISTAKE_NUMBER(exp(-logs / N), "upside down: that is the mean of 1 / ratio");
    MISTAKE_NUMBER(exp(log10s / N), "log10 and exp do not belong together: log and exp");
    MISTAKE_NUMBER(product / N, "the product was divided by n: its n-th root");
    MISTAKE_NUMBER(sqrt(exp(logs)), "the square root of the product: the n-th root");
    MISTAKE_NUMBER(exp(logs / (N - 1)), "divided by n - 1: it is the n-th root");
    MISTAKE_NUMBER(pow(product, 1 / N),
                   "the product of all is too large or too small for a double: add logarithms");
    MISTAKE_NUMBER(
        log(sum / N),
        "that is the logarithm of the arithmetic mean: the mean of the logarithms, then exp");
    return exp(logs / N);
}

/* ---- 19.8 ------------------------------------------------------------------------------------------ */

typedef enum {
    RIGHT,
    BETTER_IN_ALL,
    EQUAL_DOMINATES,
    FIRST_OF_EQUALS,
    ALL_LOWER,
    ALL_HIGHER,
    UPSIDE_DOWN,
    ANY_BETTER,
    ONE_OBJECTIVE,
    EARLIER_ONLY,
    LATER_ONLY,
    NEXT_ONLY,
    BY_COLUMNS,
    OPPOSITE,
    OTHERS_COUNTED,
    BEST_IN_ONE,
    DOMINATES_NOBODY,
    SLIPS
} Slip;

static const char *const said[SLIPS] = {
    [BETTER_IN_ALL] =
        "a point was taken to dominate only if it is better in every objective: nowhere worse and "
        "somewhere better is enough",
    [EQUAL_DOMINATES] =
        "a point that is nowhere worse was taken to dominate: equal points then remove each other; "
        "it has to be better somewhere",
    [FIRST_OF_EQUALS] =
        "of equal points only the first is on the front: they do not dominate each other",
    [ALL_LOWER] = "less is better in every objective: lower_is_better says where",
    [ALL_HIGHER] = "more is better in every objective: lower_is_better says where less is",
    [UPSIDE_DOWN] = "lower_is_better was read the wrong way round",
    [ANY_BETTER] = "a point was taken to dominate if it is better in any objective: it must be "
                   "nowhere worse besides",
    [ONE_OBJECTIVE] = "only the first objective was compared",
    [EARLIER_ONLY] = "a point was compared with those before it only: with all",
    [LATER_ONLY] = "a point was compared with those behind it only: with all",
    [NEXT_ONLY] = "a point was compared with its neighbours only: with all",
    [BY_COLUMNS] =
        "points[k * n + i]: the numbers of one point stand together, points[i * objectives + k]",
    [OPPOSITE] = "is[i] says the opposite: true is on the front",
    [OTHERS_COUNTED] = "the count is that of the dominated points: how many are on the front",
    [BEST_IN_ONE] =
        "only who is best in some objective is on the front: a compromise may be on it, too",
    [DOMINATES_NOBODY] = "those are the points that dominate nobody: those that nobody dominates",
};

static double number(const Tensor *points, long i, long k, Slip slip)
{
    long n = points->shape[0], objectives = points->shape[1];
    return (double)points->data[slip == BY_COLUMNS ? k * n + i : i * objectives + k];
}

static bool dominates(const Tensor *points, long j, long i, const bool *lower, Slip slip)
{
    long objectives = slip == ONE_OBJECTIVE ? 1 : points->shape[1], worse = 0, better = 0;
    for (long k = 0; k < objectives; k++) {
        bool less = slip == ALL_LOWER || (slip != ALL_HIGHER && lower[k] != (slip == UPSIDE_DOWN));
        double gain = number(points, i, k, slip) - number(points, j, k, slip);
        better += less ? gain > 0 : gain < 0;
        worse += less ? gain < 0 : gain > 0;
    }
    switch (slip) {
    case BETTER_IN_ALL:
        return better == objectives;
    case EQUAL_DOMINATES:
        return worse == 0 && i != j;
    case FIRST_OF_EQUALS:
        return worse == 0 && (better > 0 || j < i);
    case ANY_BETTER:
        return better > 0;
    default:
        return worse == 0 && better > 0;
    }
}

static bool best_in_one(const Tensor *points, long i, const bool *lower)
{
    for (long k = 0; k < points->shape[1]; k++) {
        bool best = true;
        for (long j = 0; j < points->shape[0]; j++) {
            double gain = number(points, j, k, RIGHT) - number(points, i, k, RIGHT);
            best = best && (lower[k] ? gain >= 0 : gain <= 0);
        }
        if (best)
            return true;
    }
    return false;
}

static Tensor *front(const Tensor *points, const bool *lower, Slip slip)
{
    long n = points->shape[0], count = 0;
    bool is[64];
    for (long i = 0; i < n; i++) {
        is[i] = true;
        for (long j = 0; j < n; j++) {
            bool asked = slip == EARLIER_ONLY ? j < i
                         : slip == LATER_ONLY ? j > i
                         : slip == NEXT_ONLY  ? labs(i - j) == 1
                                              : true;
            bool by_j = slip == DOMINATES_NOBODY ? dominates(points, i, j, lower, slip)
                                                 : dominates(points, j, i, lower, slip);
            is[i] = is[i] && !(asked && by_j);
        }
        if (slip == BEST_IN_ONE)
            is[i] = best_in_one(points, i, lower);
        if (slip == OPPOSITE)
            is[i] = !is[i];
        count += is[i];
    }
    return marks_of(is, n, slip == OTHERS_COUNTED ? n - count : count);
}

Tensor *front_want(const Tensor *points, const bool *lower)
{
    for (Slip slip = 1; slip < SLIPS; slip++)
        MISTAKE(front(points, lower, slip), said[slip]);
    return front(points, lower, RIGHT);
}

Tensor *fastest_want(const Tensor *times)
{
    return front(times, (const bool[]){true}, RIGHT);
}

/* ---- 19.9 ------------------------------------------------------------------------------------------ */

/* The chance of k slow ones among n, by logarithms. */
static double chance(long n, long k, double q)
{
    return exp(lgamma((double)n + 1) - lgamma((double)k + 1) - lgamma((double)(n - k) + 1) +
               (double)k * log(q) + (double)(n - k) * log1p(-q));
}

static double at_most(long n, long over, double q)
{
    double sum = 0;
    for (long k = 0; k <= over; k++)
        sum += chance(n, k, q);
    return sum;
}

/* The least n above `least` for which f(n) <= limit; from there on. */
static long least_n(long least, long over, double q, double limit)
{
    long n = least;
    while (n < 100000 && at_most(n, over, q) > limit)
        n++;
    return n;
}

long queries_want(long over, double p, double d, double c)
{
    double q = 1 - p + d;
    long right = least_n(over + 1, over, q, 1 - c), just = over + 1;
    while (just < 100000 && chance(just, over, q) > 1 - c)
        just++;
    MISTAKE_NUMBER(
        (double)(right - over),
        "that is how many were fast, as in LoadGen: all queries, the slow ones among them");
    MISTAKE_NUMBER((double)(right + over), "the slow ones were added once more: n is all queries");
    MISTAKE_NUMBER((double)(right - 1),
                   "one too few: with one query less the chance is still above 1 - c");
    MISTAKE_NUMBER((double)(right + 1), "one too many: the least n will do");
    MISTAKE_NUMBER((double)just,
                   "the chance of just `over` slow ones: of `over` or fewer, from 0 on");
    if (over > 0)
        MISTAKE_NUMBER((double)least_n(over + 1, over, q, c),
                       "compared with c: the chance has to fall to 1 - c");
    MISTAKE_NUMBER((double)least_n(over + 1, over, q, (1 - c) / 2),
                   "half of 1 - c, as if for two sides: only too many slow ones are bad");
    MISTAKE_NUMBER(ceil(log(1 - c) / log(1 - q)), "that is for no slow one at all");
    MISTAKE_NUMBER(ceil((double)over / (1 - p)),
                   "that is where the share of slow ones is just 1 - p: it says nothing of luck");
    MISTAKE_NUMBER((double)least_n(over + 1, over, p - d, 1 - c),
                   "slow and fast have changed places: q is the chance of a slow one, 1 - (p - d)");
    if (over > 0)
        MISTAKE_NUMBER((double)least_n(over, over - 1, q, 1 - c),
                       "fewer than `over` slow ones: at most `over`, the last term is missing");
    if (d > 0) {
        MISTAKE_NUMBER((double)least_n(over + 1, over, 1 - p, 1 - c),
                       "the tolerance was left out: q is 1 - (p - d)");
        MISTAKE_NUMBER((double)least_n(over + 1, over, 1 - p - d, 1 - c),
                       "the tolerance has the wrong sign: q is 1 - (p - d), more than 1 - p");
    }
    MISTAKE_MESSAGE("no end",
                    "the loop has no end: n has to grow, and the chance, which falls as it "
                    "does, to be worked out anew for each n");
    return right;
}

long one_more_want(long over)
{
    return over + 1;
}

long many_queries_want(long over, double p, double c)
{
    /* (1 - q)^n is 0 from here on, or below 2^-1022 */
    MISTAKE_NUMBER(ceil(-745.14 / log(p)), "(1 - q)^n is less than any double from here on, so "
                                           "every chance seemed to be 0: keep logarithms");
    long low = over + 1, high = 20 * over; /* the chance falls with n */
    while (low < high) {
        long n = (low + high) / 2;
        if (at_most(n, over, 1 - p) > 1 - c)
            low = n + 1;
        else
            high = n;
    }
    MISTAKE_NUMBER(
        (double)(low - over),
        "that is how many were fast, as in LoadGen: all queries, the slow ones among them");
    MISTAKE_NUMBER((double)(low - 1),
                   "one too few: with one query less the chance is still above 1 - c");
    return low;
}
