/* block_want.c - the MLP and the block, put together from plain loops. */
#include "want.h"

Tensor *mlp_want(const Block *b, const Tensor *x)
{
    return plain_mlp(b, x);
}

Tensor *block_want(const Block *b, const Tensor *x, const Tensor *mask)
{
    return plain_block(b, x, mask);
}
