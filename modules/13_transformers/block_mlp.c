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
    /* TODO: x (B, T, C) through b->up, GELU, b->down, to (B, T, C) again.
     *
     * APPROACH
     *   1. linear_forward(b->up, x): (B, T, 4C).
     *   2. GPT-2's GELU is the form with tanh: tensor_gelu_tanh. Without a bend between them the two
     *      layers would be one.
     *   3. linear_forward(b->down, ...).
     *
     * EXAMPLE
     *   C = 1: up x = [x, -x, x, -x], down all ones, no bias. x = 1: gelu(1) = 0.841, gelu(-1) = -0.159,
     *   so 2 * 0.841 - 2 * 0.159 = 1.365
     *
     * HINT: no norm and no residual here: the block adds them. Three lines. */
    return todo("13.2 block_mlp");
}
