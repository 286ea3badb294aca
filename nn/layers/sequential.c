/* sequential.c - layers in a row: the output of each is the input of the next.
 *
 * Its children have numbers for names, as in PyTorch: "0.weight", "2.bias".
 *
 * Invariant: no layers is allowed, and is the identity.
 */
#include "layer_parts.h"

static void check_layers(int n, Module *const layers[])
{
    for (int i = 0; i < n; i++) {
        if (layers[i] == NULL)
            fail("sequential_new: layer %d of %d is NULL", i, n);
        if (layers[i]->forward == NULL)
            fail("sequential_new: layer %d, %s, does not take one tensor to one tensor", i,
                 layers[i]->kind);
        for (int j = 0; j < i; j++) {
            if (layers[j] == layers[i])
                fail("sequential_new: layers %d and %d are the same %s. hint: make a second one", j,
                     i, layers[i]->kind);
        }
    }
}

Module *sequential_new(int n, Module *const layers[])
{
    check_layers(n, layers);
    UNDO_ON_FAIL;
    Module *m = module_new(sizeof *m, "Sequential", sequential_forward);
    for (int i = 0; i < n; i++)
        module_child(m, NULL, i, layers[i]);
    return m;
}

Tensor *sequential_forward(Module *self, Tensor *x)
{
    for (int i = 0; i < self->n_children; i++)
        x = module_forward(self->children[i].module, x);
    return x;
}
