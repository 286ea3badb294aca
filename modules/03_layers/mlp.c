/* mlp.c - the multi-layer perceptron: linear layers with an activation between them.
 *
 * One hidden layer, if wide enough, comes as near as you like to any continuous function (Cybenko
 * 1989).
 *
 * Invariant: no activation behind the last layer, which gives logits or plain numbers.
 */
#include "layer_parts.h"
#include "todo.h"

/* ---- 03.6 ------------------------------------------------------------------------------------ */

Module *mlp_new(int n_widths, const long *widths, Activation activation, Rng *rng)
{
    check_widths(n_widths, widths); /* given */
    UNDO_ON_FAIL;                   /* given */

    /* TODO: a Sequential with a Linear (and its bias) for each two neighbouring widths, and an
     * activation between any two of them.
     *
     * CONTRACT  nothing behind the last Linear. Children are numbered 0, 1, 2, ... and have no
     *           names. Weights are drawn from rng in the order of the layers.
     * EXAMPLE   widths (2, 16, 1), ACT_TANH:   0 Linear (2, 16)   1 Tanh   2 Linear (16, 1)
     *           widths (2, 1):                 0 Linear (2, 1)
     * HOLDS     the first and the last child are Linear.
     * YOU HAVE  sequential_new(0, NULL), activation_new(activation), linear_new; module_child(m,
     *           NULL, number, child) appends one; m->n_children says how many there are; the
     *           Module of a Linear l is &l->module
     * THINK     does the activation belong in front of a Linear, or behind it, if the loop is to
     *           be short? */
    return todo("03.6 mlp_new");
}
