/* flatten_want.c - axes become one. */
#include "want.h"

Tensor *flat_want(const Tensor *x, int first)
{
    long shape[TENSOR_MAX_AXES];
    memcpy(shape, x->shape, sizeof shape);
    for (int i = first + 1; i < x->ndim; i++)
        shape[first] *= x->shape[i];
    return plain_reshape(x, first + 1, shape);
}
