/* block_mlp.c - the half of a block in which a token works alone: C -> 4C -> GELU -> C.
 *
 * Attention has brought together what belongs together; here each token makes something of it. Two
 * thirds of a block's parameters lie here. Invariant: no token sees another.
 */
#include "attention.h"
#include "todo.h"

/* ---- 13.2 ---------------------------------------------------------------------------------------- */

Tensor *block_mlp(Block *b, Tensor *x)
{
    /* TODO: what a token makes of what it has seen: mlp(x) = down(gelu(up(x))).
     *
     * CONTRACT  x (B, T, C) -> (B, T, C), by way of 4C channels. The GELU is that of GPT-2, the
     *           form with tanh: a model is used with the activation it was trained with. Norm
     *           and residual are not here.
     * EXAMPLE   C = 1: up x = [x, -x, x, -x], down all ones, no bias. x = 1: gelu(1) = 0.841, gelu(-1) = -0.159,
     *           so 2 * 0.841 - 2 * 0.159 = 1.365
     * HOLDS     a token changed changes its own row of the result, and no other.
     * YOU HAVE  b->up and b->down, linear layers (nn.h); operations.h
     * THINK     what would the two layers be together, if nothing stood between them? */
    return todo("13.2 block_mlp");
}
