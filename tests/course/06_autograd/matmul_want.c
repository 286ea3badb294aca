/* matmul_want.c - what flows back through a product of matrices. */
#include "want.h"

Tensor *smallest_want(double right)
{
    return values(SHAPE(1, 1), VALUES((real)right));
}

Tensor *left_share_want(const Tensor *b, const Tensor *g)
{
    return plain_matmul(g, plain_transpose(b, -2, -1));
}

Tensor *right_share_want(const Tensor *a, const Tensor *b, const Tensor *g)
{
    return summed_like(plain_matmul(plain_transpose(a, -2, -1), g), b);
}

Tensor *own_share_want(const Tensor *a, const Tensor *g)
{
    Tensor *aT = plain_transpose(a, 0, 1);
    return plain_pair(plain_matmul(g, aT), plain_matmul(aT, g), plus);
}
