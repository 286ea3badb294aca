/* dropout.c - the layer around dropout: it knows its p, its stream, and whether it is learning. */
#include "nn.h"

Tensor *dropout_forward(Dropout *d, Tensor *x)
{
    if (!d->module.training)
        return x;
    return tensor_dropout(x, d->p, true, d->rng);
}
