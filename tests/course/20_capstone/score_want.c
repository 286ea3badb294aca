/* score_want.c - one per cent, a cube root, and who wins more pairs. */
#include "want.h"

Tensor *passing_want(const double *baseline, const double *entry, long n)
{
    Tensor *t = blank(SHAPE(n));
    for (long i = 0; i < n; i++)
        t->data[i] = entry[i] <= 1.01 * baseline[i];
    return t;
}

double score_want(CupFigures baseline, CupFigures entry)
{
    double s = baseline.seconds / entry.seconds, a = baseline.artefact / entry.artefact,
           m = baseline.memory / entry.memory;
    return entry.bits <= 1.01 * baseline.bits ? cbrt(s * a * m) : 0;
}

/* Of two samples that lie apart. */
long faster_want(const double *a, long n, const double *b, long m)
{
    double below = 0;
    for (long i = 0; i < n; i++)
        for (long j = 0; j < m; j++)
            below += a[i] < b[j] ? 1 : a[i] == b[j] ? 0.5 : 0;
    return below > 0.5 * (double)(n * m) ? CUP_FASTER : CUP_SLOWER;
}
