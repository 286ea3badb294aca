/* half_softmax.c - two parts of a softmax become one, though neither has seen all keys.
 *
 * A softmax subtracts the largest score of the row. Of half a row that may be the wrong one: but
 * all that was added up with m in place of m' is too large by one factor, e^(m - m').
 *
 *     m' = max(m, n)     sum = sum_m e^(m - m') + sum_n e^(n - m')     out likewise
 *
 * Invariant: the order in which parts are merged does not matter, up to rounding.
 * Source: Milakov and Gimelshein 2018, "Online normalizer calculation for softmax".
 */
#include "attention.h"
#include <math.h>

EXERCISE
void attention_merge(HalfSoftmax *all, const HalfSoftmax *part, long D)
{
    if (part->sum == 0)
        return; /* no key: and -infinity less -infinity is no number */
    real max = part->max > all->max ? part->max : all->max;
    real keep = (real)exp((double)(all->max - max)), take = (real)exp((double)(part->max - max));
    all->max = max;
    all->sum = keep * all->sum + take * part->sum;
    for (long d = 0; d < D; d++)
        all->out[d] = keep * all->out[d] + take * part->out[d];
}
