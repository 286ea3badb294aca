/* sequential.c - layers in a row: the output of each is the input of the next. */
#include "layer_parts.h"

Tensor *sequential_forward(Module *self, Tensor *x)
{
    Tensor *signal = x;
    for (int i = 0; i < self->n_children; i++) {
        Module *layer = self->children[i].module;
        signal = module_forward(layer, signal);
    }
    return signal;
}
