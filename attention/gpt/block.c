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
#include "attention_shared.h"

/* ---- making one ------------------------------------------------------------------------------ */

long mlp_width(MlpKind mlp, long mlp_dim, long embed_dim)
{
    enum { STEP = 32 };
    if (mlp_dim > 0)
        return mlp_dim;
    return mlp == MLP_GELU ? 4 * embed_dim : (8 * embed_dim / 3 + STEP - 1) / STEP * STEP;
}

static Linear *layer(long in, long out, const char *W, const char *b, MhaOptions o)
{
    Linear *l = linear_new(in, out, !o.no_bias, o.init);
    tensor_named(l->weight, W);
    if (l->bias != NULL)
        tensor_named(l->bias, b);
    return l;
}

LayerNorm *norm_add(Module *m, const char *name, NormKind kind, long channels, double eps)
{
    LayerNorm *n = kind == NORM_RMS ? rms_norm_new(channels) : layer_norm_new(channels);
    if (eps != 0)
        n->eps = (real)eps;
    module_add(m, name, &n->module);
    return n;
}

static void check_options(BlockOptions o)
{
    if (o.norm != NORM_LAYER && o.norm != NORM_RMS)
        fail("block_new: norm is %d, expected NORM_LAYER or NORM_RMS", (int)o.norm);
    if (o.mlp != MLP_GELU && o.mlp != MLP_SWIGLU)
        fail("block_new: mlp is %d, expected MLP_GELU or MLP_SWIGLU", (int)o.mlp);
    if (o.mlp_dim < 0)
        fail("block_new: mlp_dim is %ld, expected at least 1, or 0 for the usual width", o.mlp_dim);
    if (!(o.norm_eps >= 0 && o.norm_eps <= 1))
        fail("block_new: norm_eps is %g, expected more than 0, at most 1, or 0 for 1e-5",
             o.norm_eps);
}

Block *block_new_of(BlockOptions o)
{
    UNDO_ON_FAIL;
    check_options(o);
    MultiHeadAttention *attn = mha_new(o.attention); /* checks them before anything is made */
    mha_check_widths("block_new", attn);
    Block *b = module_new(sizeof *b, "Block", NULL);
    long C = o.attention.embed_dim, hidden = mlp_width(o.mlp, o.mlp_dim, C);
    b->mlp = o.mlp;
    b->norm1 = norm_add(&b->module, "norm1", o.norm, C, o.norm_eps);
    b->attn = attn;
    module_add(&b->module, "attn", &b->attn->module);
    b->norm2 = norm_add(&b->module, "norm2", o.norm, C, o.norm_eps);
    b->up = layer(C, o.mlp == MLP_SWIGLU ? 2 * hidden : hidden, "W_up", "b_up", o.attention);
    b->down = layer(hidden, C, "W_down", "b_down", o.attention);
    module_add(&b->module, "up", &b->up->module);
    module_add(&b->module, "down", &b->down->module);
    if (o.attention.dropout > 0) {
        b->dropout = dropout_new(o.attention.dropout, o.attention.dropout_rng);
        module_add(&b->module, "dropout", &b->dropout->module);
    }
    return b;
}

Block *block_new(MhaOptions attention)
{
    return block_new_of((BlockOptions){.attention = attention});
}

/* ---- forward --------------------------------------------------------------------------------- */

static Tensor *gated_mlp(Block *b, Tensor *x)
{
    region_begin("mlp");
    Tensor *y = linear_forward(b->down, tensor_swiglu(linear_forward(b->up, x)));
    region_close();
    return y;
}

Tensor *block_mlp(Block *b, Tensor *x)
{
    if (b->mlp == MLP_SWIGLU)
        return gated_mlp(b, x);
    region_begin("mlp"); /* a box in drawings of the graph */
    Tensor *hidden = tensor_gelu_tanh(linear_forward(b->up, x)); /* (B, T, 4C) */
    Tensor *y = linear_forward(b->down, hidden);
    region_close();
    return y;
}

Tensor *normalized(LayerNorm *norm, Tensor *x)
{
    region_begin_collapsed(norm->rms ? "rms norm" : "layer norm"); /* a box in drawings */
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
