/* flatten_layer.c - flatten as a module: (B, ...) -> (B, numbers of one example). */
#include "nn.h"

static Tensor *forward(Module *self, Tensor *x)
{
    (void)self;
    return tensor_flatten(x, 1);
}

Module *flatten_new(void)
{
    return module_new(sizeof(Module), "Flatten", forward);
}
