/* prune.c - the smallest weights become 0, and stay 0: how small is small, a mask for each, and after every step what is
 * gone stays gone.
 *
 * Invariant: one cut for all tensors, and exactly as many go as were asked for.
 */
#include <math.h>
#include "compress_check.h"
#include "todo.h"

/* ---- 16.1 ---------------------------------------------------------------------------------------- */

PruneCut prune_cut(const ParameterList *list, double fraction)
{
    prune_cut_check(list, fraction); /* given: 0 <= fraction <= 1, no NaN */

    /* TODO: the cut by which exactly round(fraction n) of the n numbers of the whole list go, those
     * of least magnitude.
     *
     * CONTRACT  a half is rounded upward. The cut is what prune_mask, below, goes by, and lets
     *           exactly so many go. Its .ties are 0 only where nothing goes: {0, 0}.
     * EXAMPLE   {3, -1, 2, 1} and {-2, 5}, fraction 0.5: {2, 1}
     * HOLDS     fraction 1: all go. The order of tensors does not matter.
     * YOU HAVE  parameters_numel, prune_room(n): n doubles; sort_numbers(x, n), ascending; fabs
     * THINK     two equal weights, one of which goes: what would < alone, or <= alone, do? One
     *           cut for all, or one for each tensor? */
    todo("16.1 prune_cut");
}

/* ---- 16.1 ---------------------------------------------------------------------------------------- */

void prune_mask(Tensor *mask, const Tensor *w, PruneCut *cut)
{
    prune_mask_check("prune_mask", mask, w); /* given: one shape, both contiguous */

    /* TODO: mask->data[i] is 0 where number i of w goes, else 1.
     *
     * CONTRACT  by the cut of 16.1: below the threshold it goes; at it as long as cut->ties
     *           lasts, which the next tensor finds as this one left it.
     * EXAMPLE   {3, -1, 2, 1} with the cut {2, 1}: mask 1 0 0 0, and cut->ties is 0 for the next tensor
     * HOLDS     over all tensors of the list exactly the count of 16.1 goes.
     * THINK     three kinds of numbers: which? The threshold was a double: what must |w| be? */
    todo("16.1 prune_cut");
}

/* ---- 16.1 ---------------------------------------------------------------------------------------- */

void pruning_apply(const Pruning *p)
{
    /* TODO: what is gone stays gone: numbers become 0 where the mask is 0.
     *
     * CONTRACT  in each of the p->n tensors p->list->tensor[i], by p->mask[i]. Also if a number
     *           is infinite or NaN.
     * EXAMPLE   w {2, -3, 4}, mask {1, 0, 1}: w is {2, 0, 4}
     * HOLDS     twice is once.
     * THINK     infinity times 0? */
    (void)p;
    todo("16.1 prune_cut");
}
