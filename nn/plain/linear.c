/* linear.c - y = x W + b: every output is a weighted sum of all inputs.
 *
 * Invariant: only the last axis is mixed; whatever stands before it is a batch.
 */
#include "nn.h"

EXERCISE
Tensor *linear_forward(Linear *l, Tensor *x)
{
    long in = l->weight->shape[0];
    if (x->ndim == 0)
        fail("linear_forward: x is a scalar but this layer takes (..., %ld)", in);
    if (x->shape[x->ndim - 1] != in)
        fail("linear_forward: x is %s but this layer takes (..., %ld): last dimension is %ld, "
             "expected %ld",
             tensor_shape_text(x), in, x->shape[x->ndim - 1], in);
    Tensor *y = tensor_matmul(x, l->weight);
    return l->bias != NULL ? tensor_add(y, l->bias) : y;
}
