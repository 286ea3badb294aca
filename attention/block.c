/* block.c - the transformer block: look around, then think.
 *
 *     x = x + attn(norm1(x))               tokens exchange what they know
 *     x = x + down(gelu(up(norm2(x))))     each token works on it alone
 *
 * Both branches only ever add to x: a path without bends leads from the loss to the first layer, so
 * gradients reach it undiminished. The norm stands inside the branch ("pre-norm"), to keep that path
 * clear. Invariant: input and output are both (B, T, C), so blocks stack.
 * Source: GPT-2 (Radford et al. 2019); the order of norm and branch after Xiong et al. 2020.
 */
#include "attention.h"

#define MLP_WIDTH 4 /* hidden channels per channel */

static Linear *layer(long in, long out, const char *W, const char *b, MhaOptions o)
{
    Linear *l = linear_new(in, out, !o.no_bias, o.init);
    tensor_named(l->weight, W);
    if (l->bias != NULL)
        tensor_named(l->bias, b);
    return l;
}

Block *block_new(MhaOptions o)
{
    UNDO_ON_FAIL;
    MultiHeadAttention *attn = mha_new(o); /* checks the options before anything is made */
    Block *b = module_new(sizeof *b, "Block", NULL);
    long C = o.embed_dim;
    b->attn = attn;
    b->norm1 = layer_norm_new(C);
    b->norm2 = layer_norm_new(C);
    b->up = layer(C, MLP_WIDTH * C, "W_up", "b_up", o);
    b->down = layer(MLP_WIDTH * C, C, "W_down", "b_down", o);
    module_child(&b->module, "norm1", -1, &b->norm1->module);
    module_child(&b->module, "attn", -1, &b->attn->module);
    module_child(&b->module, "norm2", -1, &b->norm2->module);
    module_child(&b->module, "up", -1, &b->up->module);
    module_child(&b->module, "down", -1, &b->down->module);
    if (o.dropout > 0) {
        b->dropout = dropout_new(o.dropout, o.dropout_rng);
        module_child(&b->module, "dropout", -1, &b->dropout->module);
    }
    return b;
}

static Tensor *normalized(LayerNorm *norm, Tensor *x)
{
    region_open("layer norm", -1);
    Tensor *y = layer_norm_forward(norm, x);
    region_close();
    return y;
}

static Tensor *look_around(Block *b, Tensor *x, Tensor *mask)
{
    region_open("attention", -1);
    Tensor *y = mha_forward(b->attn, x, mask);
    region_close();
    return y;
}

static Tensor *think(Block *b, Tensor *x)
{
    region_open("mlp", -1);
    Tensor *hidden = tensor_gelu_tanh(linear_forward(b->up, x)); /* (B, T, 4C) */
    Tensor *y = linear_forward(b->down, hidden);
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

Tensor *block_forward(Block *b, Tensor *x, Tensor *mask)
{
    x = add_branch(b, x, look_around(b, normalized(b->norm1, x), mask));
    return add_branch(b, x, think(b, normalized(b->norm2, x)));
}

Tensor *block_attention(Block *b, Tensor *x, Tensor *mask)
{
    return mha_attend(b->attn, normalized(b->norm1, x), mask).weights;
}
