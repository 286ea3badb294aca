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
     * THINK     what is a comparison with NaN? */
    (void)baseline, (void)entry;
    todo("20.6 cup_score");
}

/* ---- 20.6 ---------------------------------------------------------------------------------------- */

double cup_score(CupFigures baseline, CupFigures entry)
{
    /* TODO: 0 if it does not pass; else how many times as good: seconds, artefact, memory.
     *
     * CONTRACT  k times as good in all three, and it is k. k times as good in one and k times as
     *           bad in another, and nothing has changed, for every k. Above 1 is better.
     * EXAMPLE   baseline 2 bits, 0.2 s, 400 bytes, 30 bytes; entry 2 bits, 0.1 s, 100, 30: 2
     * HOLDS     against itself: 1.
     * YOU HAVE  cup_passes; what you wrote in 19, and statistics.h
     * THINK     the three factors may be changed, two at a time: what of them stays? */
    (void)baseline, (void)entry;
    todo("20.6 cup_score");
}

/* ---- 20.7 ---------------------------------------------------------------------------------------- */

CupVerdict cup_compare(const double *a, long n, const double *b, long m)
{
    /* TODO: is a faster than b, or can nobody say?
     *
     * CONTRACT  there is a verdict where luck alone deals the ranks of their seconds at least as
     *           unevenly, to either side, in fewer than 1 of 100 cases; the samples may be of any
     *           size. Then the one whose median is smaller is the faster one. Else, and where
     *           medians are equal, CUP_TIE.
     * EXAMPLE   1 2 3 and 4 5 6: 2 of 20 cases, a tie. Three runs each cannot show anything
     * HOLDS     a and b change places: the verdict does, too, and a tie stays.
     * YOU HAVE  statistics.h
     * THINK     two medians nearly always differ. What does p know that they do not? And what do
     *           they know that a two-sided p does not? */
    (void)a, (void)n, (void)b, (void)m;
    todo("20.7 cup_compare");
}
