/* shrink.c - a layer with fewer channels: smaller tensors, and not zeros.
 *
 * W is (in, out): an output is a column and a bias, an input is a row. Who takes outputs of one layer away takes the
 * inputs of the next.
 */
#include "compress_check.h"
#include "todo.h"

/* ---- 16.4 ---------------------------------------------------------------------------------------- */

void linear_keep_outputs(Linear *l, long keep, const long *which)
{
    keep_check("linear_keep_outputs", "outputs", l->weight->shape[1], keep, which); /* given */

    /* TODO: l becomes a layer with `keep` outputs: those that which[0] to which[keep - 1] say, in
     * this order.
     *
     * CONTRACT  smaller tensors, and not zeros; the bias, if there is one, goes along.
     * EXAMPLE   W (2, 3) = 1 2 3   bias 7 8 9, which = 0, 2:   W (2, 2) = 1 3   bias 7 9
     *                      4 5 6                                          4 6
     * HOLDS     zero, run, remove, run, compare: the outputs that stay are the same, bit for
     *           bit.
     * YOU HAVE  tensor_new, parameter_replace(&l->module, &l->weight, tensor): copies it into
     *           the layer, and ends the old one
     * THINK     an output is a column and a bias, an input is a row: what leaves with which? */
    todo("16.4 linear_keep_outputs");
}

/* ---- 16.4 ---------------------------------------------------------------------------------------- */

void linear_keep_inputs(Linear *l, long keep, const long *which)
{
    keep_check("linear_keep_inputs", "inputs", l->weight->shape[0], keep, which); /* given */

    /* TODO: l becomes a layer with `keep` inputs: those that which[0] to which[keep - 1] say, in
     * this order.
     *
     * CONTRACT  as above, with inputs.
     * EXAMPLE   W (3, 2) = 1 2     which = 0, 2:   W (2, 2) = 1 2
     *                      3 4                                5 6
     *                      5 6
     * THINK     what does an input that is gone have to do with the bias? */
    todo("16.4 linear_keep_outputs");
}
