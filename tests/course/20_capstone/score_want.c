/* score_want.c - one per cent, a cube root, and a test of ranks. */
#include "want.h"

long passing_want(double baseline, double entry)
{
    long want = entry <= 1.01 * baseline;
    if (isnan(entry))
        MISTAKE_NUMBER(1, "NaN passes: ask for entry <= limit, which NaN is not");
    else if (entry > 2 * baseline || isinf(entry))
        MISTAKE_NUMBER(1, "the wrong way round: fewer bits are better");
    else if (want == 0)
        MISTAKE_NUMBER(1, "more than 1 % worse passes: 1.01 is the largest ratio");
    else if (entry < baseline)
        MISTAKE_NUMBER(0, "it needs fewer bits, and was refused: less is better");
    else
        MISTAKE_NUMBER(0, "less than 1 % worse was refused");
    return want;
}

double score_want(CupFigures baseline, CupFigures entry)
{
    double s = baseline.seconds / entry.seconds, a = baseline.artefact / entry.artefact,
           m = baseline.memory / entry.memory;
    double want = cbrt(s * a * m);
    if (!(entry.bits <= 1.01 * baseline.bits)) {
        MISTAKE_NUMBER(want, "it got a score without passing: the gate comes first");
        return 0;
    }
    MISTAKE_NUMBER((s + a + m) / 3,
                   "that is the arithmetic mean: of 2 and 1/2 it would be 1.25, not 1");
    MISTAKE_NUMBER(3 / (1 / s + 1 / a + 1 / m), "that is the harmonic mean");
    MISTAKE_NUMBER(1 / want, "entry over baseline: less is better, so baseline over entry");
    MISTAKE_NUMBER(s * a * m, "the root is missing: three factors, the cube root");
    MISTAKE_NUMBER(sqrt(s * a), "memory does not count");
    MISTAKE_NUMBER(sqrt(s * m), "the artefact does not count");
    MISTAKE_NUMBER(sqrt(a * m), "the seconds do not count");
    MISTAKE_NUMBER(pow(s * a * m * baseline.bits / entry.bits, 0.25),
                   "the bits are a gate, not a factor");
    MISTAKE_NUMBER(0, "it passes, and got no score");
    return want;
}

/* How many of a's times are below b's, among all pairs. */
static double share_below(const double *a, long n, const double *b, long m)
{
    double below = 0;
    for (long i = 0; i < n; i++)
        for (long j = 0; j < m; j++)
            below += a[i] < b[j];
    return below / (double)(n * m);
}

long verdict_want(const double *a, long n, const double *b, long m)
{
    double below = share_below(a, n, b, m);
    bool apart = below == 0 || below == 1;
    if (apart && n > 4) {
        MISTAKE_NUMBER(below == 1 ? CUP_SLOWER : CUP_FASTER,
                       "the wrong way round: less time is faster");
        MISTAKE_NUMBER(
            CUP_TIE,
            "all times of one are below all of the other's: with so many runs that is no chance");
        return below == 1 ? CUP_FASTER : CUP_SLOWER;
    }
    if (apart) {
        MISTAKE_NUMBER(below == 1 ? CUP_FASTER : CUP_SLOWER,
                       "three runs each show nothing: p is 0.1 at best");
        MISTAKE_NUMBER(below == 1 ? CUP_SLOWER : CUP_FASTER,
                       "three runs each show nothing, and less time is faster");
        return CUP_TIE;
    }
    MISTAKE_NUMBER(CUP_FASTER, "medians alone were compared: p has to be below 0.01 first");
    MISTAKE_NUMBER(CUP_SLOWER, "medians alone were compared: p has to be below 0.01 first");
    return CUP_TIE;
}
