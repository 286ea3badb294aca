/* block.c - the transformer block: attention, then an MLP, each added to its input.
 *
 *     x = x + attn(norm1(x))       tokens exchange what they know
 *     x = x + mlp(norm2(x))        each token works on it alone: C -> 4C -> GELU -> C
 *
 * Both branches are added to x: through the sums alone a gradient reaches the first layer
 * unchanged. The norm stands inside the branch ("pre-norm"), so that nothing else stands on that
 * path. Invariant: input and output are both (B, T, C), so blocks stack. Source: GPT-2 (Radford et
 * al. 2019); the order of norm and branch after Xiong et al. 2020.
 */
#include "attention.h"

/* ---- making one ------------------------------------------------------------------------------ */

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
    module_add(&b->module, "norm1", &b->norm1->module);
    module_add(&b->module, "attn", &b->attn->module);
    module_add(&b->module, "norm2", &b->norm2->module);
    module_add(&b->module, "up", &b->up->module);
    module_add(&b->module, "down", &b->down->module);
    if (o.dropout > 0) {
        b->dropout = dropout_new(o.dropout, o.dropout_rng);
        module_add(&b->module, "dropout", &b->dropout->module);
    }
    return b;
}

/* ---- forward --------------------------------------------------------------------------------- */

EXERCISE
Tensor *block_mlp(Block *b, Tensor *x)
{
    region_begin("mlp"); /* a box in drawings of the graph */
    Tensor *hidden = tensor_gelu_tanh(linear_forward(b->up, x)); /* (B, T, 4C) */
    Tensor *y = linear_forward(b->down, hidden);
    region_close();
    return y;
}

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

Tensor *block_attention(Block *b, Tensor *x, Tensor *mask)
{
    return mha_attend(b->attn, layer_norm_forward(b->norm1, x), mask).weights;
}
