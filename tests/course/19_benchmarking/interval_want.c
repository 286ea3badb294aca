/* interval_want.c - intervals by resampling. */
#include "want.h"

Tensor *interval_want(const Tensor *x, Statistic of, double level, long resamples, Rng rng)
{
    long n = x->shape[0];
    double *again = ROOM_FOR(n, double), rest = (1 - level) / 2;
    Tensor *value = blank(SHAPE(resamples)), *ends = values(SHAPE(2), VALUES(0, 0));
    for (long r = 0; r < resamples; r++) {
        for (long i = 0; i < n; i++)
            again[i] = (double)x->data[rng_below(&rng, n)];
        value->data[r] = (real)of(again, n);
    }
    ends->data[0] = (real)quantile_want(value, rest);
    ends->data[1] = (real)quantile_want(value, 1 - rest);
    return ends;
}
