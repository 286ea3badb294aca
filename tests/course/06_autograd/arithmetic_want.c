/* arithmetic_want.c - sums, products and quotients, and what flows back through them. */
#include "want.h"

/* ---- 06.6 tensor_add ------------------------------------------------------------------------- */

Tensor *sum_want(const Tensor *a, const Tensor *b)
{
    MISTAKE(plain_pair(a, b, minus), "that is a - b");
    MISTAKE_MESSAGE("cannot write",
                    "the result has the shape of one side: it must have that of both "
                    "together, broadcast_shape");
    return plain_pair(a, b, plus);
}

Tensor *sum_share_want(const Tensor *t, const Tensor *other, const Tensor *g)
{
    Tensor *want = summed_like(g, t);
    MISTAKE(summed_like(plain_pair(g, t, times), t), "dy was multiplied: the slope of a sum is 1");
    MISTAKE(summed_like(plain_pair(g, other, times), t),
            "dy was multiplied: the slope of a sum is 1");
    MISTAKE(plain_scaled(want, 2), "two shares arrived here, its own and that of the other side: "
                                   "either both were handed to one input, or INPUTS(...) names it "
                                   "twice");
    MISTAKE_MESSAGE("input of shape (2, 3) into",
                    "a share was not summed to the shape of its input: either it "
                    "was not handed to grad_add, or 06.4 is not right yet: its own "
                    "tests say so");
    MISTAKE(plain_scaled(want, -1), "this share has the sign of a difference: that is sub's");
    arrives("->grad is NULL");
    return want;
}

Tensor *doublings_want(void)
{
    MISTAKE(values(SCALAR, VALUES(1)),
            "y + y has two shares: either only one arrived, or each was halved");
    MISTAKE_MESSAGE("tensor_sum: axis",
                    "a share was summed over an axis that is not there: either by hand, where "
                    "grad_add does it, or 06.4 is not right yet: its own tests say so");
    MISTAKE_MESSAGE("no end", "each closure has to run once: 20 doublings have a million paths");
    arrives("->grad is NULL");
    return values(SCALAR, VALUES(1 << 20));
}

long additions_want(long n)
{
    MISTAKE_NUMBER(0, "nothing was recorded: return what closure_record returns (or 06.1 is not "
                      "right yet: its own tests say so)");
    return n;
}

/* ---- 06.7 tensor_mul ------------------------------------------------------------------------- */

Tensor *product_want(const Tensor *a, const Tensor *b)
{
    MISTAKE(plain_pair(a, b, plus), "that is a + b");
    return plain_pair(a, b, times);
}

Tensor *product_share_want(const Tensor *t, const Tensor *other, const Tensor *g)
{
    Tensor *ones = plain_pair(g, g, over), *y = plain_pair(t, other, times);
    MISTAKE(summed_like(plain_pair(g, t, times), t),
            "the sides are swapped: each side's share is dy times the other side");
    MISTAKE(summed_like(g, t),
            "dy was passed on as if this were a sum: multiply by the other side");
    MISTAKE(
        summed_like(plain_pair(ones, other, times), t),
        "dy is missing: the share is dy times the other side (or 06.3 sends ones for the seed)");
    MISTAKE(summed_like(plain_pair(g, y, times), t), "dy was multiplied by the result");
    MISTAKE_MESSAGE("cannot reach", "a share has not the shape of the result: it is dy times the "
                                    "other side, not the other side alone");
    arrives("->grad is NULL");
    return summed_like(plain_pair(g, other, times), t);
}

Tensor *square_share_want(const Tensor *x, const Tensor *g)
{
    Tensor *one_share = plain_pair(x, g, times);
    MISTAKE(one_share, "only one of the two shares arrived: x is used twice");
    arrives("->grad is NULL");
    return plain_scaled(one_share, 2);
}

/* ---- 06.8 tensor_div ------------------------------------------------------------------------- */

double over(double a, double b)
{
    return a / b;
}

Tensor *quotient_want(const Tensor *a, const Tensor *b)
{
    MISTAKE(plain_pair(b, a, over), "that is b / a");
    return plain_pair(a, b, over);
}

Tensor *dividend_share_want(const Tensor *a, const Tensor *b, const Tensor *g)
{
    MISTAKE(summed_like(plain_pair(g, b, times), a),
            "multiplied by b where a division belongs: dy/da = 1 / b");
    MISTAKE(summed_like(g, a), "dy was passed on as it is: dy/da = 1 / b");
    MISTAKE(summed_like(plain_pair(g, a, over), a), "divided by a: dy/da = 1 / b");
    arrives("->grad is NULL");
    return summed_like(plain_pair(g, b, over), a);
}

Tensor *divisor_share_want(const Tensor *a, const Tensor *b, const Tensor *g)
{
    Tensor *da = plain_pair(g, b, over), *y = plain_pair(a, b, over);
    Tensor *want = plain_scaled(summed_like(plain_pair(da, y, times), b), -1);
    MISTAKE(plain_scaled(want, -1),
            "the sign of the second share: a larger divisor makes a smaller quotient");
    MISTAKE(plain_scaled(summed_like(plain_pair(g, y, times), b), -1),
            "divided by b only once: dy/db = -a / b^2");
    MISTAKE(plain_scaled(summed_like(plain_pair(da, b, over), b), -1),
            "a is missing: dy/db = -a / b^2, not -1 / b^2");
    MISTAKE(plain_scaled(summed_like(plain_pair(y, b, over), b), -1),
            "dy is missing in the second share");
    MISTAKE(plain_scaled(summed_like(plain_pair(da, y, over), b), -1),
            "divided by y: dy/db = -y / b, so multiply");
    return want;
}
