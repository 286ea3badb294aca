/* linear_want.c - x W + b in plain loops. */
#include "want.h"

Tensor *linear_want(const Tensor *x, const Tensor *w, const Tensor *b)
{
    bool vector = x->ndim == 1;
    Tensor *product = plain_matmul(vector ? plain_reshape(x, SHAPE(1, w->shape[0])) : x, w);
    if (vector)
        product = plain_reshape(product, SHAPE(w->shape[1]));
    return b == NULL ? product : plain_pair(product, b, plus);
}
