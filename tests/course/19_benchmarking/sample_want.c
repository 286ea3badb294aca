/* sample_want.c - quantiles, spreads and outliers in many ways, one of which is right. */
#include "want.h"

static void sort(double *x, long n)
{
    for (long i = 1; i < n; i++)
        for (long j = i; j > 0 && x[j] < x[j - 1]; j--) {
            double number = x[j];
            x[j] = x[j - 1];
            x[j - 1] = number;
        }
}

static double *numbers_of(const Tensor *t)
{
    double *x = scope_alloc(scope_current(), (size_t)(t->shape[0] + 1) * sizeof *x);
    for (long i = 0; i < t->shape[0]; i++)
        x[i] = (double)t->data[i];
    return x;
}

/* ---- 19.1 ------------------------------------------------------------------------------------------ */

typedef enum {
    RIGHT,
    UNSORTED,
    DESCENDING,
    INDEX_NP,
    NEAREST_RANK,
    POSITION_NP,
    N_PLUS_1,
    HAZEN,
    LOWER,
    HIGHER,
    NEAREST,
    WEIGHTS_SWAPPED,
    HALF_WAY,
    OF_THE_RANGE,
    PERCENT,
    THE_MEDIAN,
    BEHIND_THE_LAST,
    SLIPS
} Slip;

static const char *const said[SLIPS] = {
    [UNSORTED] = "the sample was not sorted: the places are those in which the numbers came",
    [DESCENDING] = "the sample was sorted from the largest to the least: p = 0 is the least",
    [INDEX_NP] =
        "the place is n p, rounded down: it is p (n - 1), and between two places there is a line",
    [NEAREST_RANK] =
        "that is the nearest-rank rule, number ceil(n p) of the sorted sample: this quantile lies "
        "on the line between two neighbours",
    [POSITION_NP] = "the position is p n: the last place is n - 1, so it is p (n - 1)",
    [N_PLUS_1] = "the position is p (n + 1) - 1, another of the nine rules of Hyndman and Fan: "
                 "number 7 has p (n - 1)",
    [HAZEN] = "the position is p n - 1/2, another of the nine rules of Hyndman and Fan: number 7 "
              "has p (n - 1)",
    [LOWER] = "the number below was taken as it is: what is left of the position says how far to "
              "go to the next one",
    [HIGHER] = "the number above was taken as it is: what is left of the position says how far to "
               "go to it",
    [NEAREST] = "the nearest place was taken: between two places there is a straight line",
    [WEIGHTS_SWAPPED] = "the weights of the two neighbours have changed places: near the one "
                        "below, that one counts more",
    [HALF_WAY] = "the mean of both neighbours, wherever the position lies between them",
    [OF_THE_RANGE] = "that is a share of the way from the least to the largest: between them lie "
                     "the others, and "
                     "not evenly",
    [PERCENT] = "p was divided by 100: it is a share already, 0 to 1",
    [THE_MEDIAN] = "that is the median, whatever p is",
    [BEHIND_THE_LAST] =
        "behind the last of the sorted numbers another one was read, and be it with "
        "the weight 0: at p = 1 there is none above",
};

static double line(const double *sorted, long n, double position)
{
    position = position < 0 ? 0 : position > (double)(n - 1) ? (double)(n - 1) : position;
    long low = (long)position; /* position is never below 0 */
    double next = sorted[low + 1 < n ? low + 1 : low];
    return sorted[low] + (next - sorted[low]) * (position - (double)low);
}

static double place(const double *sorted, long n, double position)
{
    long i = (long)position;
    return sorted[i < 0 ? 0 : i >= n ? n - 1 : i];
}

static double quantile(const double *x, long n, double p, Slip slip)
{
    double *sorted = scope_alloc(scope_current(), (size_t)n * sizeof *sorted);
    memcpy(sorted, x, (size_t)n * sizeof *sorted);
    if (slip != UNSORTED)
        sort(sorted, n);
    double N = (double)n, at = p * (N - 1), part = at - floor(at);
    switch (slip) {
    case DESCENDING:
        return line(sorted, n, (1 - p) * (N - 1));
    case INDEX_NP:
        return place(sorted, n, floor(p * N));
    case NEAREST_RANK:
        return place(sorted, n, ceil(p * N) - 1);
    case POSITION_NP:
        return line(sorted, n, p * N);
    case N_PLUS_1:
        return line(sorted, n, p * (N + 1) - 1);
    case HAZEN:
        return line(sorted, n, p * N - 0.5);
    case LOWER:
        return place(sorted, n, floor(at));
    case HIGHER:
        return place(sorted, n, ceil(at));
    case NEAREST:
        return place(sorted, n, floor(at + 0.5));
    case WEIGHTS_SWAPPED:
        return part * place(sorted, n, floor(at)) + (1 - part) * place(sorted, n, floor(at) + 1);
    case HALF_WAY:
        return 0.5 * (place(sorted, n, floor(at)) + place(sorted, n, floor(at) + 1));
    case OF_THE_RANGE:
        return sorted[0] + p * (sorted[n - 1] - sorted[0]);
    case PERCENT:
        return line(sorted, n, p / 100 * (N - 1));
    case THE_MEDIAN:
        return line(sorted, n, 0.5 * (N - 1));
    case BEHIND_THE_LAST:
        return (long)at + 1 < n ? line(sorted, n, at) : (double)NAN;
    default:
        return line(sorted, n, at);
    }
}

static Tensor *quantiles_by(const Tensor *x, const Tensor *p, Slip slip)
{
    Tensor *t = blank(SHAPE(p->shape[0]));
    for (long i = 0; i < p->shape[0]; i++)
        t->data[i] = (real)quantile(numbers_of(x), x->shape[0], (double)p->data[i], slip);
    return t;
}

Tensor *quantiles_want(const Tensor *x, const Tensor *p)
{
    for (Slip slip = 1; slip < SLIPS; slip++)
        MISTAKE(quantiles_by(x, p, slip), said[slip]);
    return quantiles_by(x, p, RIGHT);
}

bool sample_is_checked(void)
{
    MISTAKE_MESSAGE("as if nothing were wrong",
                    "the given check is gone: p = 90 would look far behind the last number");
    return true;
}

/* ---- 19.2 ------------------------------------------------------------------------------------------ */

static double middle(const double *x, long n)
{
    return quantile(x, n, 0.5, RIGHT);
}

static double deviation(const double *x, long n, long divisor)
{
    double mean = mean_of(x, n), squares = 0;
    for (long i = 0; i < n; i++)
        squares += (x[i] - mean) * (x[i] - mean);
    return sqrt(squares / (double)divisor);
}

static double *distances(const double *x, long n, double from)
{
    double *far = scope_alloc(scope_current(), (size_t)n * sizeof *far);
    for (long i = 0; i < n; i++)
        far[i] = fabs(x[i] - from);
    return far;
}

static double mad_of(const double *x, long n)
{
    return middle(distances(x, n, middle(x, n)), n);
}

double mad_want(const Tensor *t)
{
    long n = t->shape[0];
    const double *x = numbers_of(t);
    double *far = distances(x, n, middle(x, n)), *far_from_mean = distances(x, n, mean_of(x, n));
    double *squares = scope_alloc(scope_current(), (size_t)n * sizeof *squares);
    for (long i = 0; i < n; i++)
        squares[i] = far[i] * far[i];
    MISTAKE_NUMBER(middle(far_from_mean, n),
                   "distances from the mean: one far number moves it; from the median");
    MISTAKE_NUMBER(mean_of(far, n),
                   "the mean of the distances: one far number moves it; their median");
    MISTAKE_NUMBER(mean_of(far_from_mean, n),
                   "the mean distance from the mean: both times the median is meant");
    MISTAKE_NUMBER(1.4826 * mad_of(x, n),
                   "times 1.4826 it would be like a standard deviation: here it is the MAD itself");
    MISTAKE_NUMBER(
        0, "the MAD is 0: is it the median that is subtracted, have the distances no sign, and are "
           "they sorted for their middle?");
    MISTAKE_NUMBER(deviation(x, n, n),
                   "that is the standard deviation, with n: one far number moves it");
    MISTAKE_NUMBER(deviation(x, n, n - 1),
                   "that is the standard deviation, with n - 1: one far number moves it");
    MISTAKE_NUMBER(middle(squares, n), "the distances were squared, and the root is missing");
    MISTAKE_NUMBER(quantile(x, n, 0.75, RIGHT) - quantile(x, n, 0.25, RIGHT),
                   "that is the distance between the quartiles, about twice as much");
    MISTAKE_NUMBER(
        0.5 * (quantile(x, n, 0.75, RIGHT) - quantile(x, n, 0.25, RIGHT)),
        "that is half of the distance between the quartiles: the same for a symmetric sample only");
    MISTAKE_NUMBER(quantile(far, n, 1, RIGHT), "that is the largest distance, not their median");
    MISTAKE_NUMBER(middle(x, n), "that is the median of the sample itself, without distances");
    MISTAKE_NUMBER(mad_of(x, n) / middle(x, n),
                   "divided by the median: the MAD has the unit of the sample");
    return mad_of(x, n);
}

/* ---- 19.3 ------------------------------------------------------------------------------------------ */

typedef enum {
    EXACT,
    THREE_SIGMA,
    TEN_MAD,
    THREE_MAD,
    TWO_MAD,
    ABOVE_ONLY,
    BELOW_ONLY,
    FROM_MEAN,
    QUARTILES,
    NO_SCALE,
    DIVIDED,
    OTHERS,
    OTHERS_COUNTED,
    WAYS
} Way;

static const char *const said_of_outliers[WAYS] = {
    [THREE_SIGMA] = "further than 3 standard deviations from the mean: outliers make that so large "
                    "that they hide "
                    "each other; median and MAD",
    [TEN_MAD] = "further than 10 MAD: the factor 1.4826, which makes a standard deviation of it, "
                "is missing",
    [THREE_MAD] = "further than 3 * 1.4826 MAD: the rule says 10 of them",
    [TWO_MAD] = "further than 1.4826 MAD: the rule says 10 times as far",
    [ABOVE_ONLY] = "only numbers above the median were looked at: on either side",
    [BELOW_ONLY] = "only numbers below the median were marked: on either side",
    [FROM_MEAN] = "distances from the mean, which outliers move: from the median",
    [QUARTILES] =
        "that is the rule of box plots, 1.5 times the distance of the quartiles beyond them",
    [NO_SCALE] =
        "with a MAD of 0 whatever differs was marked: there is no scale, so nothing is an outlier",
    [DIVIDED] = "10 / 1.4826 MAD: the MAD is to be made larger by 1.4826",
    [OTHERS] = "is[i] says the opposite: true is an outlier",
    [OTHERS_COUNTED] = "the count is that of the others: how many are outliers",
};

static Tensor *outliers_by(const Tensor *t, Way way)
{
    long n = t->shape[0], count = 0;
    bool is[64];
    const double *x = numbers_of(t);
    double median = middle(x, n), mad = mad_of(x, n), low = quantile(x, n, 0.25, RIGHT),
           high = quantile(x, n, 0.75, RIGHT);
    for (long i = 0; i < n; i++) {
        double far = fabs(x[i] - median), from_mean = fabs(x[i] - mean_of(x, n));
        bool right = mad > 0 && far > 14.826 * mad;
        is[i] = way == THREE_SIGMA  ? from_mean > 3 * deviation(x, n, n - 1)
                : way == TEN_MAD    ? mad > 0 && far > 10 * mad
                : way == THREE_MAD  ? mad > 0 && far > 3 * 1.4826 * mad
                : way == TWO_MAD    ? mad > 0 && far > 1.4826 * mad
                : way == ABOVE_ONLY ? right && x[i] > median
                : way == BELOW_ONLY ? right && x[i] < median
                : way == FROM_MEAN  ? mad > 0 && from_mean > 14.826 * mad
                : way == QUARTILES
                    ? x[i] < low - 1.5 * (high - low) || x[i] > high + 1.5 * (high - low)
                : way == NO_SCALE ? far > 14.826 * mad
                : way == DIVIDED  ? mad > 0 && far > 10 / 1.4826 * mad
                : way == OTHERS   ? !right
                                  : right;
        count += is[i];
    }
    return marks_of(is, n, way == OTHERS_COUNTED ? n - count : count);
}

/* Nothing marked says only that much: a spread that is 0 or far too large has many causes, in mad.c as well. */
Tensor *outliers_want(const Tensor *x)
{
    Tensor *nothing = blank(SHAPE(x->shape[0] + 1));
    MISTAKE(nothing, "no outlier is found: the spread that they are compared with is 0, or so "
                     "large that they hide in it, or only one side is looked at");
    for (Way way = 1; way < WAYS; way++) {
        if (x->shape[0] <= 8 && way != FROM_MEAN)
            continue; /* of few numbers many rules mark the same */
        Tensor *marks = outliers_by(x, way);
        bool none = true;
        for (long i = 0; i <= x->shape[0]; i++)
            none = none && marks->data[i] == 0;
        if (!none)
            MISTAKE(marks, said_of_outliers[way]);
    }
    return outliers_by(x, EXACT);
}
