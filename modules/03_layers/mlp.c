/* mlp.c - the multi-layer perceptron.
 *
 * One hidden layer, if wide enough, comes as near as you like to any continuous function (Cybenko
 * 1989).
 */
#include "layer_parts.h"
#include "todo.h"

/* ---- 03.6 ------------------------------------------------------------------------------------ */

Module *mlp_new(int n_widths, const long *widths, Activation activation, Rng *rng)
{
    check_widths(n_widths, widths); /* given */
    UNDO_ON_FAIL;                   /* given */

    /* TODO: a Sequential in which rows become as wide as each of the widths, one after the other.
     *
     * CONTRACT  Linear layers, with biases, and beside them as few other layers as it takes so
     *           that no two Linear layers could be one. There are at least two widths. What comes
     *           out may be any number. Children are numbered 0, 1, 2, ... and have no names.
     *           Weights are drawn from rng in the order of the layers.
     * EXAMPLE   widths (2, 16, 1): rows of 2 numbers become 16 wide, then 1; 65 numbers to learn
     * YOU HAVE  activation_new(activation), linear_new; m->n_children says how many there are;
     *           module_child(m, NULL, number, child) appends one; sequential_new(0, NULL); the
     *           Module of a Linear l is &l->module
     * THINK     does the activation belong in front of a Linear, or behind it, if the loop is to
     *           be short? */
    return todo("03.6 mlp_new");
}
