/* arithmetic_want.c - sums, products and quotients, and what flows back through them. */
#include "want.h"

/* ---- 06.6 tensor_add ------------------------------------------------------------------------- */

Tensor *sum_want(const Tensor *a, const Tensor *b)
{
    return plain_pair(a, b, plus);
}

Tensor *sum_share_want(const Tensor *t, const Tensor *g)
{
    return summed_like(g, t);
}

Tensor *doublings_want(void)
{
    return values(SCALAR, VALUES(1 << 20));
}

Tensor *sums_in_a_row_want(const Tensor *x, int sums)
{
    return plain_scaled(x, sums + 1);
}

/* ---- 06.7 tensor_mul ------------------------------------------------------------------------- */

Tensor *product_want(const Tensor *a, const Tensor *b)
{
    return plain_pair(a, b, times);
}

Tensor *product_share_want(const Tensor *t, const Tensor *other, const Tensor *g)
{
    return summed_like(plain_pair(g, other, times), t);
}

Tensor *square_share_want(const Tensor *x, const Tensor *g)
{
    return plain_scaled(plain_pair(x, g, times), 2);
}

/* ---- 06.8 tensor_div ------------------------------------------------------------------------- */

static double over(double a, double b)
{
    return a / b;
}

Tensor *quotient_want(const Tensor *a, const Tensor *b)
{
    return plain_pair(a, b, over);
}

Tensor *dividend_share_want(const Tensor *a, const Tensor *b, const Tensor *g)
{
    return summed_like(plain_pair(g, b, over), a);
}

Tensor *divisor_share_want(const Tensor *a, const Tensor *b, const Tensor *g)
{
    Tensor *da = plain_pair(g, b, over), *y = plain_pair(a, b, over);
    return plain_scaled(summed_like(plain_pair(da, y, times), b), -1);
}
