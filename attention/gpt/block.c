/* block.c - the transformer block: attention, then an MLP, each added to its input.
 *
 *     x = x + attn(norm1(x))       tokens exchange what they know
 *     x = x + mlp(norm2(x))        each token works on it alone: block_mlp.c
 *
 * Both branches are added to x: through the sums alone a gradient reaches the first layer
 * unchanged. The norm stands inside the branch ("pre-norm"), so that nothing else stands on that
 * path. Invariant: input and output are both (B, T, C), so blocks stack. Source: GPT-2 (Radford et
 * al. 2019); the order of norm and branch after Xiong et al. 2020.
 */
#include "attention.h"

static Tensor *normalized(LayerNorm *norm, Tensor *x)
{
    region_begin_collapsed("layer norm"); /* a box in drawings of the graph */
    Tensor *y = layer_norm_forward(norm, x);
    region_close();
    return y;
}

static Tensor *attention_branch(Block *b, Tensor *x, Tensor *mask)
{
    region_begin("attention");
    Tensor *y = mha_forward(b->attn, x, mask);
    region_close();
    return y;
}

/* x + branch, the branch thinned out while training. */
static Tensor *add_branch(Block *b, Tensor *x, Tensor *branch)
{
    if (b->dropout != NULL)
        branch = dropout_forward(b->dropout, branch);
    return tensor_add(x, branch);
}

EXERCISE
Tensor *block_forward(Block *b, Tensor *x, Tensor *mask)
{
    x = add_branch(b, x, attention_branch(b, normalized(b->norm1, x), mask));
    return add_branch(b, x, block_mlp(b, normalized(b->norm2, x)));
}
