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
    else if (entry == 1.01 * baseline)
        MISTAKE_NUMBER(0, "exactly 1 % more was refused: at most 1 % more passes");
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

/* How many of a's times are below b's, among all pairs; of equal ones half. */
static double share_below(const double *a, long n, const double *b, long m)
{
    double below = 0;
    for (long i = 0; i < n; i++)
        for (long j = 0; j < m; j++)
            below += a[i] < b[j] ? 1 : a[i] == b[j] ? 0.5 : 0;
    return below / (double)(n * m);
}

static const char *const no_tie[] = {
    [APART] = "all times of one are below all of the other's: with so many runs that is no chance",
    [ONE_SLOW] = "p is below 0.01, though one run was slow: all other times of the faster one are "
                 "below those of the other",
    [UNEQUAL] = "p of all n and all m times is below 0.01, so this is no tie: they differ in how "
                "often they ran",
};
static const char *const wrong_way[] = {
    [APART] = "the wrong way round: less time is faster",
    [ONE_SLOW] = "either the wrong way round, or means were compared: one slow run moves a mean, "
                 "and no median",
    [UNEQUAL] = "either the wrong way round, or not the medians of all n and all m times were "
                "compared: pairs, or as many of each, say something else here",
};
static const char *const too_sure[] = {
    [FEW] = "three runs each show nothing: p is 0.1 at best",
    [BETWEEN] = "p is 0.016 here: below 0.05, but not below 0.01",
    [MIXED] = "medians alone were compared: p has to be below 0.01 first",
};

long verdict_want(const double *a, long n, const double *b, long m, Race how)
{
    bool below = share_below(a, n, b, m) > 0.5;
    if (how == FEW || how == BETWEEN || how == MIXED) {
        MISTAKE_NUMBER(CUP_FASTER, too_sure[how]);
        MISTAKE_NUMBER(CUP_SLOWER, too_sure[how]);
        return CUP_TIE;
    }
    MISTAKE_NUMBER(CUP_TIE, no_tie[how]);
    MISTAKE_NUMBER(below ? CUP_SLOWER : CUP_FASTER, wrong_way[how]);
    MISTAKE_MESSAGE("at most 56 together",
                    "mann_whitney_exact counts all ways to deal, and only up to 56 runs: "
                    "mann_whitney_p takes it for few runs, and a formula for many");
    return below ? CUP_FASTER : CUP_SLOWER;
}
