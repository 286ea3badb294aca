/* mlp.c - the multi-layer perceptron: linear layers with an activation between them.
 *
 * One hidden layer, if wide enough, comes as near as you like to any continuous function (Cybenko
 * 1989).
 *
 * Invariant: no activation behind the last layer, which gives logits or plain numbers.
 */
#include "layer_parts.h"

void check_widths(int n, const long *widths)
{
    if (n < 2)
        fail("mlp_new: %d width given, expected at least 2: inputs and outputs", n);
    for (int i = 0; i < n; i++) {
        if (widths[i] < 0)
            fail("mlp_new: width %d is %ld, expected none below 0", i, widths[i]);
    }
}

EXERCISE
Module *mlp_new(int n_widths, const long *widths, Activation activation, Rng *rng)
{
    check_widths(n_widths, widths);
    UNDO_ON_FAIL;
    Module *m = sequential_new(0, NULL);
    for (int i = 0; i + 1 < n_widths; i++) {
        if (i > 0)
            module_child(m, NULL, m->n_children, activation_new(activation));
        Linear *l = linear_new(widths[i], widths[i + 1], true, rng);
        module_child(m, NULL, m->n_children, &l->module);
    }
    return m;
}
