/* shrink.c - a layer with fewer channels: which of them stay, and smaller tensors in place of zeros. */
#include <math.h>
#include "compress_check.h"
#include "todo.h"

/* ---- 16.2 ---------------------------------------------------------------------------------------- */

void channels_largest(long *which, const double *norm, long n, long keep)
{
    channels_check(n, keep);       /* given: 0 <= keep <= n */
    channels_norms_check(norm, n); /* given: no norm is NaN, for which every comparison is false */

    /* TODO: which[0] to which[keep - 1] are the channels of the largest norms, in ascending order
     * of their numbers.
     *
     * CONTRACT  of equal norms the first stay.
     * EXAMPLE   norms 2, 7, 1, 5, keep 2: which = 1, 3;     norms 4, 4, 4, keep 2: which = 0, 1 */
    todo("16.2 linear_keep_outputs");
}

/* ---- 16.2 ---------------------------------------------------------------------------------------- */

void linear_keep_outputs(Linear *l, long keep, const long *which)
{
    keep_check("linear_keep_outputs", "outputs", l->weight->shape[1], keep, which); /* given */

    /* TODO: l becomes a layer with `keep` outputs: those that which[0] to which[keep - 1] say, in
     * this order.
     *
     * CONTRACT  whatever of l belongs to no output that stays is gone: smaller tensors, and not
     *           zeros. A layer may have no bias.
     * EXAMPLE   W (2, 3) = 1 2 3    bias 7 8 9: of x = 1 10 it makes 48 60 72; with which = 0, 2
     *                      4 5 6                it makes 48 72 of it
     * HOLDS     zero, run, remove, run, compare: the outputs that stay are the same, bit for
     *           bit.
     * YOU HAVE  tensor_new, parameter_replace(&l->module, &l->weight, tensor): copies it into
     *           the layer, and ends the old one
     * THINK     which numbers of l does output j read, and which of these does another one read? */
    todo("16.2 linear_keep_outputs");
}

/* ---- 16.2 ---------------------------------------------------------------------------------------- */

void linear_keep_inputs(Linear *l, long keep, const long *which)
{
    keep_check("linear_keep_inputs", "inputs", l->weight->shape[0], keep, which); /* given */

    /* TODO: l becomes a layer with `keep` inputs: those that which[0] to which[keep - 1] say, in
     * this order.
     *
     * CONTRACT  what only the inputs that leave need is gone.
     * EXAMPLE   W (3, 2), bias (2), which = 0, 2: of x = 1 10 it makes what it made of 1 0 10
     * HOLDS     of any x: bit for bit what the whole layer made of it, with 0 for the other inputs.
     */
    todo("16.2 linear_keep_outputs");
}
