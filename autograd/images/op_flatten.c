/* op_flatten.c - images become rows of numbers, for the linear layers behind the convolutions.
 *
 * It is a reshape, so the graph goes on through it.
 */
#include "autograd.h"

Tensor *tensor_flatten(Tensor *x, int first)
{
    first = tensor_axis("tensor_flatten", first, x);
    long shape[TENSOR_MAX_AXES];
    for (int i = 0; i < first; i++)
        shape[i] = x->shape[i];
    shape[first] = 1;
    for (int i = first; i < x->ndim; i++)
        shape[first] *= x->shape[i];
    return tensor_reshape(x, first + 1, shape);
}
