/* op_flatten.c - images become rows of numbers. */
#include "autograd.h"

Tensor *tensor_flatten(Tensor *x, int first)
{
    first = tensor_axis("tensor_flatten", first, x);

    long shape[TENSOR_MAX_AXES];
    long together = 1;
    for (int d = 0; d < x->ndim; d++) {
        if (d < first)
            shape[d] = x->shape[d];
        else
            together *= x->shape[d];
    }
    shape[first] = together;
    return tensor_reshape(x, first + 1, shape);
}
