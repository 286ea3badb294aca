/* keep_top.c - cut off the tail of a distribution: its many tokens are each unlikely, together they
 * are not, and one bad token spoils all that follow.
 *
 * top-k keeps a number of tokens, however likely they are; top-p ("nucleus") a number of probability,
 * however many tokens that takes: few where the model is sure, many where it is not.
 * Invariant: what is kept adds up to 1 again, in the proportions it had.
 * Source: top-k after Fan et al. 2018, top-p after Holtzman et al. 2020.
 */
#include "attention_shared.h"
#include "todo.h"

/* ---- 13.6 ---------------------------------------------------------------------------------------- */

long sample_top_k(double *p, long V, long k)
{
    sample_check_top_k(p, V, k); /* given */

    /* TODO: the k most likely stay, the others become 0, and p adds up to 1 again; returns how many
     * stay.
     *
     * CONTRACT  in the proportions they had. k may be larger than V. Of equals the lower id
     *           counts as the more likely one.
     * EXAMPLE   p = [0.1, 0.4, 0.2, 0.3], k = 2: p = [0, 0.571, 0, 0.429], returns 2
     * HOLDS     k = V changes nothing. Top 3, then top 2, is top 2.
     * YOU HAVE  attention_shared.h
     * THINK     three tokens are equally likely, and k = 2: how many stay, if you compare
     *           probabilities with the second largest? */
    todo("13.6 sample_top_k");
}

/* ---- 13.7 ---------------------------------------------------------------------------------------- */

long sample_top_p(double *p, long V, double mass)
{
    sample_check_top_p(p, V, mass); /* given */

    /* TODO: the fewest tokens that together reach mass stay, likely ones first; then as in 13.6.
     *
     * CONTRACT  mass is above 0 and at most 1. Returns how many stay.
     * EXAMPLE   p = [0.1, 0.4, 0.2, 0.3], mass 0.65: p = [0, 0.571, 0, 0.429], returns 2
     * HOLDS     a flat p keeps about mass V tokens, a sure one keeps 1.
     * THINK     do you ask before or after you add a token? Rounding may leave the sum of all a
     *           little below 1: where does the walk end? */
    todo("13.7 sample_top_p");
}
