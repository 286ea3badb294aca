/* score.c - a gate, a score, and who is faster, if anybody can say. */
#include "cup_check.h"
#include "todo.h"

/* ---- 20.11 --------------------------------------------------------------------------------------- */

bool cup_passes(double baseline, double entry)
{
    /* TODO: does the entry need at most 1 % more bits than the baseline?
     *
     * EXAMPLE
     *   2 and 2.02: yes.   2 and 2.03: no.   2 and NaN: no.   2 and 1.5: yes
     *
     * HINT: every comparison with NaN is false. Which way round must you ask? */
    (void)baseline, (void)entry;
    todo("20.11 cup_passes");
}

/* ---- 20.12 --------------------------------------------------------------------------------------- */

double cup_score(CupFigures baseline, CupFigures entry)
{
    /* TODO: 0 if it does not pass. Else the geometric mean of three factors, baseline over entry: seconds, artefact, memory.
     *
     * EXAMPLE
     *   twice as fast, a quarter of the bytes, the same memory: the cube root of 2 * 4 * 1 = 2
     *
     * HINT: sample_geometric_mean of module 19. */
    (void)baseline, (void)entry;
    todo("20.12 cup_score");
}

/* ---- 20.13 --------------------------------------------------------------------------------------- */

CupVerdict cup_compare(const double *a, long n, const double *b, long m)
{
    /* TODO: is a faster than b? Only where mann_whitney_p of all their seconds is below 0.01 can anybody say so: then the
     * smaller sample_median is the faster one. Else CUP_TIE, whatever the medians are.
     *
     * EXAMPLE
     *   1 2 3 and 4 5 6: p is 0.1, a tie. Three runs each cannot show anything
     *
     * HINT: less time is faster. */
    (void)a, (void)n, (void)b, (void)m;
    todo("20.13 cup_compare");
}
