/* channels.c - which channels stay: those of largest norm. */
#include <math.h>
#include "compress_check.h"
#include "todo.h"

/* ---- 16.3 ---------------------------------------------------------------------------------------- */

void linear_output_norms(double *norm, const Linear *l)
{
    /* TODO: first norm[j], the length of column j of l->weight (in, out): the root of the sum of
     * its squares.
     *
     * CONTRACT  added up in double. Then, below: which channels stay.
     * EXAMPLE   W = 3 0    norm = 5, 1
     *               4 1
     * THINK     how far apart do the numbers of a column lie? */
    (void)norm, (void)l;
    todo("16.3 channels_largest");
}

/* ---- 16.3 ---------------------------------------------------------------------------------------- */

void channels_largest(long *which, const double *norm, long n, long keep)
{
    channels_check(n, keep);       /* given: 0 <= keep <= n */
    channels_norms_check(norm, n); /* given: no norm is NaN, for which every comparison is false */

    /* TODO: which[0] to which[keep - 1] are the channels of the largest norms, in ascending order
     * of their numbers.
     *
     * CONTRACT  of equal norms the first stay.
     * EXAMPLE   norms 2, 7, 1, 5, keep 2: which = 1, 3;     norms 4, 4, 4, keep 2: which = 0, 1 */
    todo("16.3 channels_largest");
}
