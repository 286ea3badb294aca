/* reshaped_want.c - 01.14: whether any strides do, and where elements lie then. */
#include "want.h"

static long place(const Tensor *a, long k)
{
    long sum = 0;
    for (int d = a->ndim; d-- > 0; k /= a->shape[d])
        sum += k % a->shape[d] * a->stride[d];
    return sum;
}

static long count(int ndim, const long *shape)
{
    long n = 1;
    while (ndim-- > 0)
        n *= shape[ndim];
    return n;
}

/* Only one step comes into question for each axis: to where its first step has to lead. */
long can_take_want(const Tensor *a, int ndim, const long *shape)
{
    long all = count(ndim, shape);
    for (long k = 0; k < all; k++) {
        long sum = 0, inner = all;
        for (int d = 0; d < ndim; d++) {
            inner /= shape[d];
            sum += shape[d] == 1 ? 0 : k / inner % shape[d] * place(a, inner);
        }
        if (sum != place(a, k))
            return 0;
    }
    return 1;
}

Tensor *places_want(const Tensor *a, int ndim, const long *shape)
{
    Tensor *t = blank(SHAPE(can_take_want(a, ndim, shape) != 0 ? count(ndim, shape) : 0));
    for (long k = 0; k < t->shape[0]; k++)
        t->data[k] = (real)place(a, k);
    return t;
}
