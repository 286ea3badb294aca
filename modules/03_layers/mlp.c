/* mlp.c - the multi-layer perceptron: linear layers with an activation between them.
 *
 * One hidden layer, if wide enough, comes as near as you like to any continuous function (Cybenko
 * 1989).
 *
 * Invariant: no activation behind the last layer, which gives logits or plain numbers.
 */
#include "layer_parts.h"
#include "todo.h"

/* ---- 03.9 ------------------------------------------------------------------------------------ */

Module *mlp_new(int n_widths, const long *widths, Activation activation, Rng *rng)
{
    check_widths(n_widths, widths); /* given */
    UNDO_ON_FAIL;                   /* given */

    /* TODO: a Sequential with a Linear (and its bias) for each two neighbouring widths, and an
     * activation between any two of them.
     *
     * APPROACH
     *   1. Module *m = sequential_new(0, NULL) has no layers yet.
     *   2. Layer i leads from widths[i] to widths[i + 1]: there is one layer less than widths.
     *   3. In front of every Linear but the first: activation_new(activation).
     *   4. module_child(m, NULL, number, child) appends a child; its number is how many m has
     *      already, m->n_children. The Module of a Linear l is &l->module.
     *
     * EXAMPLE
     *   widths (2, 16, 1), ACT_TANH:   0 Linear (2, 16)   1 Tanh   2 Linear (16, 1)
     *   widths (2, 1):                 0 Linear (2, 1)
     *
     * HINT: behind the last Linear comes nothing; that is why the activation goes in front. */
    return todo("03.9 mlp_new");
}
