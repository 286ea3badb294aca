/* linear.c - y = x W + b: every output is a weighted sum of all inputs. */
#include "nn.h"

Tensor *linear_forward(Linear *l, Tensor *x)
{
    if (x->ndim == 0)
        fail("linear_forward: x is a scalar but this layer takes (..., %ld)", l->weight->shape[0]);

    long in = l->weight->shape[0];
    if (x->shape[x->ndim - 1] != in)
        fail("linear_forward: x is %s but this layer takes (..., %ld)", tensor_shape_text(x), in);

    Tensor *y = tensor_matmul(x, l->weight);
    if (l->bias != NULL)
        y = tensor_add(y, l->bias);
    return y;
}
