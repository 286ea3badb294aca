/* sequential.c - layers in a row: the output of each is the input of the next.
 *
 * Invariant: no layers is allowed, and is the identity.
 */
#include "layer_parts.h"

EXERCISE
Tensor *sequential_forward(Module *self, Tensor *x)
{
    for (int i = 0; i < self->n_children; i++)
        x = module_forward(self->children[i].module, x);
    return x;
}
