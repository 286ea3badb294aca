/* block.c - the transformer block: attention, then an MLP, two branches of one stream.
 *
 * In attention tokens exchange what they know; in the MLP each works on it alone.
 * Invariant: input and output are both (B, T, C), so blocks stack.
 * Source: GPT-2 (Radford et al. 2019); the order of norm and branch after Xiong et al. 2020.
 */
#include "attention.h"
#include "todo.h"

/* ---- 13.2 ---------------------------------------------------------------------------------------- */

Tensor *block_forward(Block *b, Tensor *x, Tensor *mask)
{
    /* TODO: the block: two branches of one stream, attention and then an MLP.
     *
     * CONTRACT  input and output are (B, T, C). mask goes to attention. b->dropout, unless it is
     *           NULL, thins a branch out before it is added, each branch with draws of its own;
     *           it knows by itself whether it is training.
     * EXAMPLE   all weights and biases of b->attn->out and b->down are 0: the block gives x, to the last bit
     * HOLDS     1000 x: the spread of what attn and mlp are given does not change. 1000 times the weights and
     *           biases of attn->out or down: 1000 times what that branch adds.
     * YOU HAVE  b->norm1, b->norm2, b->attn, b->dropout (attention.h); layer_norm_forward,
     *           mha_forward, block_mlp, dropout_forward, tensor_add
     * THINK     which x does the first sum take, that from before the norm or from behind it?
     *           And the second norm, which x? What would the two cost a gradient on its way to
     *           the first layer? */
    return todo("13.2 block_forward");
}
