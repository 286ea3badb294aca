/* plan_want.c - 16.7: what a network without its noise is off by. */
#include "want.h"

double made_error_want(const Tensor *x, long n, Tensor *const w[], Tensor *const made[],
                       Tensor *const bias[])
{
    return far_apart(plain_network(x, n, made, bias), plain_network(x, n, w, bias));
}
