/* interval_want.c - intervals by resampling, and by what people take for it. */
#include "want.h"

typedef enum {
    RIGHT,
    ALL_THERE,
    ONE_LESS,
    LAST_NEVER,
    WHOLE_LEVEL,
    WHOLE_REST,
    LEAST_TO_LARGEST,
    NORMAL,
    BASIC,
    THE_MEAN,
    NOT_DRAWN,
    FROM_RESAMPLE,
    SAME_EACH_TIME,
    OWN_STREAM,
    BY_UNIFORM,
    HIGH_LOW,
    SUBSAMPLE,
    SLIPS
} Slip;

static const char *const said[SLIPS] = {
    [ALL_THERE] = "drawn without replacement: a resample of all n numbers in another order is the "
                  "sample itself",
    [ONE_LESS] = "resamples of n - 1 numbers: as many as the sample has, or the interval is one of "
                 "another n",
    [LAST_NEVER] =
        "the last number of the sample is never drawn: rng_below(rng, n) is below n already",
    [WHOLE_LEVEL] = "the quantiles are 1 - level and level: so 1 - level lies outside on each "
                    "side, twice as much as asked for",
    [WHOLE_REST] =
        "the quantiles are 0 and level: what lies outside is to be half below and half above",
    [LEAST_TO_LARGEST] =
        "from the least to the largest of what `of` said: level says which middle share",
    [NORMAL] = "the mean plus or minus a number of standard deviations: the quantiles of the "
               "values themselves, "
               "which need not be symmetric",
    [BASIC] = "that is the basic bootstrap, mirrored at the value of the sample: here the "
              "quantiles themselves",
    [THE_MEAN] = "the mean of each resample was taken: `of` says what is asked for",
    [NOT_DRAWN] = "`of` was asked about the sample each time, and not about the resample",
    [FROM_RESAMPLE] = "each resample was drawn from the one before: from x, or numbers die out",
    [SAME_EACH_TIME] =
        "every resample begins with the same state of the rng: all of them are the same one",
    [OWN_STREAM] = "drawn from a stream of its own: the rng that was given",
    [BY_UNIFORM] = "drawn by rng_uniform: another place than rng_below gives for the same state",
    [HIGH_LOW] = "low and high have changed places",
    [SUBSAMPLE] = "resamples of half of the numbers: as many as the sample has",
};

static void sort(double *x, long n)
{
    for (long i = 1; i < n; i++)
        for (long j = i; j > 0 && x[j] < x[j - 1]; j--) {
            double number = x[j];
            x[j] = x[j - 1];
            x[j - 1] = number;
        }
}

static double at_share(const double *sorted, long n, double p)
{
    double at = (double)(n - 1) * p;
    long low = (long)at; /* at is never below 0 */
    double next = sorted[low + 1 < n ? low + 1 : low];
    return sorted[low] + (next - sorted[low]) * (at - (double)low);
}

static long drawn(Rng *rng, long n, Slip slip)
{
    if (slip == BY_UNIFORM)
        return (long)(rng_uniform(rng) * (double)n);
    return rng_below(rng, slip == LAST_NEVER && n > 1 ? n - 1 : n);
}

static Tensor *ends(double low, double high)
{
    return tensor_of((double[]){low, high}, 2);
}

static Tensor *from_values(double *value, long n, double level, Slip slip, double of_sample)
{
    double mean = mean_of(value, n), squares = 0, rest = (1 - level) / 2;
    for (long i = 0; i < n; i++)
        squares += (value[i] - mean) * (value[i] - mean);
    sort(value, n);
    double low = at_share(value, n, rest), high = at_share(value, n, 1 - rest);
    switch (slip) {
    case WHOLE_LEVEL:
        return ends(at_share(value, n, 1 - level), at_share(value, n, level));
    case WHOLE_REST:
        return ends(value[0], at_share(value, n, level));
    case LEAST_TO_LARGEST:
        return ends(value[0], value[n - 1]);
    case NORMAL:
        return ends(mean - 1.96 * sqrt(squares / (double)(n - 1)),
                    mean + 1.96 * sqrt(squares / (double)(n - 1)));
    case BASIC:
        return ends(2 * of_sample - high, 2 * of_sample - low);
    case HIGH_LOW:
        return ends(high, low);
    default:
        return ends(low, high);
    }
}

static Tensor *interval(const Tensor *t, Statistic of, double level, long resamples, Rng rng,
                        Slip slip)
{
    long n = t->shape[0], size = slip == ONE_LESS && n > 1    ? n - 1
                                 : slip == SUBSAMPLE && n > 1 ? n / 2
                                                              : n;
    Rng first = rng, own = rng_seed(0), *stream = slip == OWN_STREAM ? &own : &rng;
    double *x = ROOM_FOR(n, double), *again = ROOM_FOR(n, double), *copy = ROOM_FOR(n, double),
           *value = scope_alloc(scope_current(), (size_t)resamples * sizeof *value);
    for (long i = 0; i < n; i++)
        x[i] = again[i] = (double)t->data[i];
    for (long r = 0; r < resamples; r++) {
        if (slip == SAME_EACH_TIME)
            rng = first;
        memcpy(copy, again, (size_t)n * sizeof *copy);
        for (long i = 0; i < size; i++)
            again[i] = (slip == FROM_RESAMPLE ? copy : x)[drawn(stream, n, slip)];
        value[r] = slip == ALL_THERE || slip == NOT_DRAWN ? of(x, n)
                   : slip == THE_MEAN                     ? mean_of(again, size)
                                                          : of(again, size);
    }
    return from_values(value, resamples, level, slip, of(x, n));
}

Tensor *interval_want(const Tensor *x, Statistic of, double level, long resamples, Rng rng)
{
    for (Slip slip = 1; slip < SLIPS; slip++)
        if (slip != NORMAL || resamples > 1) /* one value has no deviation */
            MISTAKE(interval(x, of, level, resamples, rng, slip), said[slip]);
    return interval(x, of, level, resamples, rng, RIGHT);
}
