/* block_new.c - the transformer block: made, and looked into. block.c is what it computes. */
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

Tensor *block_attention(Block *b, Tensor *x, Tensor *mask)
{
    return mha_attend(b->attn, layer_norm_forward(b->norm1, x), mask).weights;
}
