/* prune.c - the smallest weights become 0, and stay 0.
 *
 *     which may go            prune_candidates     matrices; no biases, no norms
 *     how small is small      prune_cut            one cut for all of them
 *     a mask for each         prune_mask           1 stays, 0 goes
 *     after every step        pruning_apply        what is gone stays gone
 */
#include <math.h>
#include "compress_check.h"
#include "todo.h"

/* ---- 16.1 ---------------------------------------------------------------------------------------- */

ParameterList *prune_candidates(Module *m)
{
    UNDO_ON_FAIL; /* given: what is half-made ends if something fails */

    /* TODO: a new list of those parameters of m that have at least 2 axes, under the names that they have in
     * parameters_of(m), and in its order.
     *
     * APPROACH
     *   1. parameters_of(m) is every parameter, list->tensor[i] and list->name[i].
     *   2. parameters_new() is an empty list, parameters_add(list, name, tensor) adds to it.
     *   3. The first list is yours to end: parameters_free. It frees no tensor.
     *
     * EXAMPLE
     *   a Linear(8, 4) and a LayerNorm(4) in a Sequential: "0.weight", and not "0.bias", "1.weight", "1.bias"
     *
     * HINT: tensor->ndim. */
    (void)m;
    return todo("16.1 prune_candidates");
}

/* ---- 16.2 ---------------------------------------------------------------------------------------- */

PruneCut prune_cut(const ParameterList *list, double fraction)
{
    prune_cut_check(list, fraction); /* given: 0 <= fraction <= 1, no NaN */

    /* TODO: the cut by which exactly round(fraction n) of the n numbers of the whole list go, those of least
     * magnitude. Magnitudes below .threshold go; of those equal to it, .ties many.
     *
     * APPROACH
     *   1. count = fraction n, rounded to the nearest (a half upward). If that is 0, the cut is {0, 0}.
     *   2. double *magnitude = prune_room(n): put |w| of every number of every tensor into it.
     *   3. sort_numbers(magnitude, n) makes them ascend. The last one that goes is magnitude[count - 1].
     *   4. ties: how many of the first `count` are equal to it?
     *
     * EXAMPLE
     *   {3, -1, 2, 1} and {-2, 5}, fraction 0.5: sorted 1 1 2 2 3 5, three go: threshold 2, ties 1
     *
     * HINT: two equal weights, one of which goes: neither < nor <= alone gives the right number. */
    todo("16.2 prune_cut");
}

/* ---- 16.3 ---------------------------------------------------------------------------------------- */

void prune_mask(Tensor *mask, const Tensor *w, PruneCut *cut)
{
    prune_mask_check("prune_mask", mask, w); /* given: one shape, both contiguous */

    /* TODO: mask->data[i] is 0 where number i of w goes, else 1.
     *
     * APPROACH
     *   1. |w| below cut->threshold goes.
     *   2. |w| equal to it goes as long as cut->ties is above 0; each that goes takes 1 off cut->ties.
     *
     * EXAMPLE
     *   {3, -1, 2, 1} with the cut {2, 1}: mask 1 0 0 0, and cut->ties is 0 for the next tensor
     *
     * HINT: compute |w| in double, as the threshold was. */
    todo("16.3 prune_mask");
}

/* ---- 16.4 ---------------------------------------------------------------------------------------- */

void pruning_apply(const Pruning *p)
{
    /* TODO: in each of the p->n tensors p->list->tensor[i], numbers become 0 where p->mask[i] is 0.
     *
     * EXAMPLE
     *   w {2, -3, 4}, mask {1, 0, 1}: w is {2, 0, 4}
     *
     * HINT: infinity times 0 is NaN: set the number, do not multiply. */
    (void)p;
    todo("16.4 pruning_apply");
}
