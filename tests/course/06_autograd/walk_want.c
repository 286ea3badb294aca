/* walk_want.c - what a walk leaves in the leaves, and behind it. */
#include "want.h"

static Tensor *scalar(double x)
{
    return values(SCALAR, VALUES((real)x));
}

Tensor *walked_want(double ways, const Tensor *seed)
{
    return seed == NULL ? scalar(ways) : plain_scaled(seed, ways);
}

Tensor *left_behind_want(void)
{
    return blank(SHAPE(4));
}

Tensor *seeded_leaf_want(const Tensor *seed)
{
    return copy_of(seed);
}

Tensor *added_want(double first, double second)
{
    return scalar(first + second);
}

Tensor *turns_want(long turns)
{
    real n = (real)turns;
    return values(SHAPE(3), VALUES(n, 0, 1));
}
