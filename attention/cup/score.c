/* score.c - a gate, a score, and who is faster, if anybody can say. */
#include "cup_check.h"

#define ALLOWED 1.01 /* bits of an entry, over those of the baseline */
#define CHANCE 0.01  /* below this p, chance alone is no explanation */

EXERCISE
bool cup_passes(double baseline, double entry)
{
    return entry <= ALLOWED * baseline;
}

EXERCISE
double cup_score(CupFigures baseline, CupFigures entry)
{
    if (!cup_passes(baseline.bits, entry.bits))
        return 0;
    const double ratios[] = {baseline.seconds / entry.seconds, baseline.artefact / entry.artefact,
                             baseline.memory / entry.memory};
    return sample_geometric_mean(ratios, 3);
}

EXERCISE
CupVerdict cup_compare(const double *a, long n, const double *b, long m)
{
    if (!(mann_whitney_p(a, n, b, m) < CHANCE))
        return CUP_TIE;
    if (sample_median(a, n) == sample_median(b, m))
        return CUP_TIE;
    return sample_median(a, n) < sample_median(b, m) ? CUP_FASTER : CUP_SLOWER;
}
