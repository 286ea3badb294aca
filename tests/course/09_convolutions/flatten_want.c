/* flatten_want.c - axes become one, right and with each of the mistakes people make. */
#include "want.h"

static long product_of(const Tensor *x, int from, int to)
{
    long n = 1;
    for (int i = from; i < to; i++)
        n *= x->shape[i];
    return n;
}

Tensor *flat_want(const Tensor *x, int first)
{
    int d = x->ndim;
    long shape[TENSOR_MAX_AXES];
    for (int i = first - 1; i >= 0; i--)
        shape[i] = x->shape[i];
    shape[first] = product_of(x, first, d);
    if (first != 1)
        MISTAKE_SHAPE(SHAPE(x->shape[0], product_of(x, 1, d)),
                      "first is not used: axes before it stay as they are, whatever it is");
    if (first > 0)
        MISTAKE_SHAPE(SHAPE(product_of(x, 0, d)), "all axes became one: those before first stay");
    if (first > 1)
        MISTAKE_SHAPE(SHAPE(product_of(x, 0, first), product_of(x, first, d)),
                      "the axes before first became one as well: they stay as they are");
    MISTAKE_MESSAGE("numbers of its own",
                    "the numbers were copied: tensor_reshape gives a view, and "
                    "records itself");
    return plain_reshape(x, first + 1, shape);
}
