/* block_mlp.c - the half of a block in which a token works alone: C -> 4C -> GELU -> C.
 *
 * Attention has brought together what belongs together; here each token makes something of it. Two
 * thirds of a block's parameters lie here. Invariant: no token sees another.
 */
#include "attention.h"

EXERCISE
Tensor *block_mlp(Block *b, Tensor *x)
{
    region_begin("mlp"); /* a box in drawings of the graph */
    Tensor *hidden = tensor_gelu_tanh(linear_forward(b->up, x)); /* (B, T, 4C) */
    Tensor *y = linear_forward(b->down, hidden);
    region_close();
    return y;
}
