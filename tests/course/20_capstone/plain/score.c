/* score.c - first whether, then how much. */
#include "cup_check.h"

bool cup_passes(double baseline, double entry)
{
    double most = 1.01 * baseline;
    if (entry <= most)
        return true;
    return false;
}

double cup_score(CupFigures baseline, CupFigures entry)
{
    if (!cup_passes(baseline.bits, entry.bits))
        return 0;
    double factor[3];
    factor[0] = baseline.seconds / entry.seconds;
    factor[1] = baseline.artefact / entry.artefact;
    factor[2] = baseline.memory / entry.memory;
    return sample_geometric_mean(factor, 3);
}

CupVerdict cup_compare(const double *a, long n, const double *b, long m)
{
    double p = mann_whitney_p(a, n, b, m);
    if (p >= 0.01)
        return CUP_TIE;
    double median_a = sample_median(a, n), median_b = sample_median(b, m);
    if (median_a < median_b)
        return CUP_FASTER;
    if (median_a > median_b)
        return CUP_SLOWER;
    return CUP_TIE;
}
