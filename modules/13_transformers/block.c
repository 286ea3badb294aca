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
     * CONTRACT  input and output are (B, T, C). mask goes to attention. The MLP hears what
     *           attention has said. b->dropout, unless it is NULL, thins out what a branch says,
     *           attention's first, each with draws of its own; it knows by itself whether it is
     *           training.
     * EXAMPLE   all weights and biases of b->attn->out and b->down are 0: the block gives x, to the last bit
     * HOLDS     1000 x: the spread of what attn and mlp are given does not change. 1000 times the weights and
     *           biases of attn->out or down: 1000 times what that branch adds.
     * YOU HAVE  the members of a Block (attention.h), norm1 for attention, norm2 for the MLP;
     *           block_mlp, dropout_forward, layer_norm_forward, mha_forward, operations.h
     * THINK     on which way does a gradient get to the first layer of 48, if no branch is to
     *           stand in it? And what of 1000 x may a branch hear? */
    return todo("13.2 block_forward");
}
