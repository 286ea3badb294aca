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
     * CONTRACT  a half is rounded upward. Of equal magnitudes the first of the list go. A cut is a
     *           .threshold, below which all go, and .ties, how many of exactly that magnitude go,
     *           which is 0 only where nothing goes: {0, 0}.
     * EXAMPLE   {3, -1, 2, 1} and {-2, 5}, fraction 0.5: {2, 1}
     * HOLDS     fraction 1: all go. The cut is the same for tensors in another order.
     * YOU HAVE  parameters_numel, compress_check.h, math.h
     * THINK     why is one number no cut? */
    todo("16.1 prune_cut");
}

/* ---- 16.1 ---------------------------------------------------------------------------------------- */

void prune_mask(Tensor *mask, const Tensor *w, PruneCut *cut)
{
    prune_mask_check("prune_mask", mask, w); /* given: one shape, both contiguous */

    /* TODO: mask->data[i] is 0 where number i of w goes, else 1.
     *
     * CONTRACT  by the cut, which is handed from one tensor of the list to the next.
     * EXAMPLE   the cut {2, 1}: of {3, -1, 2, 1} the mask is 1 0 0 0, then of {-2, 5} 1 1
     * HOLDS     over all tensors of the list exactly the count of prune_cut goes.
     * THINK     what must the next tensor know of this one? The threshold was a double: what must
     *           |w| be? */
    todo("16.1 prune_cut");
}

/* ---- 16.1 ---------------------------------------------------------------------------------------- */

void pruning_apply(const Pruning *p)
{
    /* TODO: what is gone stays gone: numbers become 0 where the mask is 0.
     *
     * CONTRACT  in each of the p->n tensors p->list->tensor[i], by p->mask[i].
     * EXAMPLE   w {2, -3, 4}, mask {1, 0, 1}: w is {2, 0, 4}
     * HOLDS     twice is once. Whatever a step has made of a weight that is gone, it is 0 again;
     *           no other number changes. */
    (void)p;
    todo("16.1 prune_cut");
}
