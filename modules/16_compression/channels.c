/* channels.c - which channels stay: those of largest norm. */
#include <math.h>
#include "compress_check.h"
#include "todo.h"

/* ---- 16.6 ---------------------------------------------------------------------------------------- */

void linear_output_norms(double *norm, const Linear *l)
{
    /* TODO: norm[j] is the length of column j of l->weight (in, out): the root of the sum of its squares.
     *
     * EXAMPLE
     *   W = 3 0    norm = 5, 1
     *       4 1
     *
     * HINT: add up in double. */
    (void)norm, (void)l;
    todo("16.6 channels_largest");
}

/* ---- 16.6 ---------------------------------------------------------------------------------------- */

void channels_largest(long *which, const double *norm, long n, long keep)
{
    channels_check(n, keep);       /* given: 0 <= keep <= n */
    channels_norms_check(norm, n); /* given: no norm is NaN, for which every comparison is false */

    /* TODO: which[0] to which[keep - 1] are the channels of the largest norms, in ascending order of their
     * numbers. Of equal norms the first stay.
     *
     * APPROACH
     *   1. Channel j stays if fewer than `keep` channels beat it: larger, or as large and in front of it.
     *   2. Go through the channels from 0 on and write down who stays.
     *
     * EXAMPLE
     *   norms 2, 7, 1, 5, keep 2: which = 1, 3
     *   norms 4, 4, 4, keep 2: which = 0, 1
     *
     * HINT: this is the rule of 16.5 with n in place of 4. */
    todo("16.6 channels_largest");
}

/* ---- 16.7 ---------------------------------------------------------------------------------------- */

void channel_inputs(long *input, long keep, const long *which, long places)
{
    /* TODO: behind a flatten, channel c of (C, H, W) is `places` = H W inputs of a Linear: c places, c places + 1, ...
     * Write those of which[0], then those of which[1], and so on: keep places numbers.
     *
     * EXAMPLE
     *   which = 0, 2, places 3: input = 0 1 2 6 7 8
     *
     * HINT: input[k * places + p]. */
    (void)input, (void)keep, (void)which, (void)places;
    todo("16.7 channel_inputs");
}
