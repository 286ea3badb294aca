/* block.c - the transformer block: attention, then an MLP, each added to its input.
 *
 *     x = x + attn(norm1(x))       tokens exchange what they know
 *     x = x + mlp(norm2(x))        each token works on it alone: block_mlp.c
 *
 * Both branches are added to x: through the sums alone a gradient reaches the first layer unchanged.
 * The norm stands inside the branch ("pre-norm"), so that nothing else stands on that path. Invariant: input and output are both (B, T, C), so blocks stack.
 * Source: GPT-2 (Radford et al. 2019); the order of norm and branch after Xiong et al. 2020.
 */
#include "attention.h"
#include "todo.h"

/* ---- 13.3 ---------------------------------------------------------------------------------------- */

Tensor *block_forward(Block *b, Tensor *x, Tensor *mask)
{
    /* TODO: two branches, one after the other, each added to what went into it.
     *
     * APPROACH
     *   1. First branch: layer_norm_forward(b->norm1, x), then mha_forward(b->attn, ..., mask).
     *   2. Thin it out: if b->dropout is not NULL, dropout_forward(b->dropout, branch). It knows by itself
     *      whether it is training.
     *   3. x = tensor_add(x, branch): the x from before the norm.
     *   4. The same with b->norm2 and block_mlp, from the new x.
     *
     * EXAMPLE
     *   all weights and biases of attn->out and down are 0: both branches are 0, and the block gives x
     *
     * HINT: norm, branch, dropout, add; twice. Only the branch is normed and thinned out, never the sum. */
    return todo("13.3 block_forward");
}
