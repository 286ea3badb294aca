/* score.c - a gate, a score, and who is faster, if anybody can say. */
#include "cup_check.h"
#include "todo.h"

/* ---- 20.6 ---------------------------------------------------------------------------------------- */

bool cup_passes(double baseline, double entry)
{
    /* TODO: does the entry need at most 1 % more bits than the baseline?
     *
     * CONTRACT  NaN never passes.
     * EXAMPLE   2 and 2.02: yes.   2 and 2.03: no.   2 and NaN: no.   2 and 1.5: yes
     * THINK     every comparison with NaN is false: which way round must you ask? */
    (void)baseline, (void)entry;
    todo("20.6 cup_score");
}

/* ---- 20.6 ---------------------------------------------------------------------------------------- */

double cup_score(CupFigures baseline, CupFigures entry)
{
    /* TODO: 0 if it does not pass; else how many times as good: seconds, artefact, memory.
     *
     * CONTRACT  the geometric mean of three factors; larger is better.
     * EXAMPLE   baseline 2 bits, 0.2 s, 400 bytes, 30 bytes; entry 2 bits, 0.1 s, 100, 30: 2
     * HOLDS     against itself: 1.
     * YOU HAVE  cup_passes, sample_geometric_mean
     * THINK     twice as fast: which of the two seconds stands above the line? */
    (void)baseline, (void)entry;
    todo("20.6 cup_score");
}

/* ---- 20.7 ---------------------------------------------------------------------------------------- */

CupVerdict cup_compare(const double *a, long n, const double *b, long m)
{
    /* TODO: is a faster than b, or can nobody say?
     *
     * CONTRACT  only where the p of all their seconds (Mann and Whitney, two-sided) is below
     *           0.01 is there a verdict: the smaller median is the faster one. Else, and where
     *           medians are equal, CUP_TIE.
     * EXAMPLE   1 2 3 and 4 5 6: p is 0.1, a tie. Three runs each cannot show anything
     * HOLDS     a and b change places: the verdict does, too, and a tie stays.
     * YOU HAVE  mann_whitney_p(a, n, b, m), sample_median
     * THINK     two medians nearly always differ. What does p know that they do not? And what do
     *           they know that a two-sided p does not? */
    (void)a, (void)n, (void)b, (void)m;
    todo("20.7 cup_compare");
}
