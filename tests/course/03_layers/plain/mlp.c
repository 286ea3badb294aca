/* mlp.c - the multi-layer perceptron: linear layers with an activation between them. */
#include "layer_parts.h"

Module *mlp_new(int n_widths, const long *widths, Activation activation, Rng *rng)
{
    check_widths(n_widths, widths);
    UNDO_ON_FAIL;

    Module *m = sequential_new(0, NULL);
    int number = 0;
    for (int i = 0; i < n_widths - 1; i++) {
        Linear *l = linear_new(widths[i], widths[i + 1], true, rng);
        module_child(m, NULL, number, &l->module);
        number++;
        if (i < n_widths - 2) {
            module_child(m, NULL, number, activation_new(activation));
            number++;
        }
    }
    return m;
}
