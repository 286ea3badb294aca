/* gradient_want.c - what comes back through a recorded lookup. */
#include "want.h"

Tensor *gradient_want(const Tensor *table, const Tensor *dy, const IntTensor *ids)
{
    return scatter_want(blank(table->ndim, table->shape), dy, ids);
}

Tensor *gradient_of_two_want(const Tensor *table, const Tensor *dy, const IntTensor *first,
                             const IntTensor *second)
{
    return scatter_want(gradient_want(table, dy, first), dy, second);
}

Tensor *more_gradient_want(const Tensor *table, const Tensor *dy, const IntTensor *ids)
{
    return scatter_want(table->grad, dy, ids);
}
