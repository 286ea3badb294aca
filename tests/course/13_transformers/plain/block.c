/* block.c - the transformer block: two branches, each added to what it read. */
#include "attention.h"

Tensor *block_forward(Block *b, Tensor *x, Tensor *mask)
{
    Tensor *normed = layer_norm_forward(b->norm1, x);
    Tensor *heard = mha_forward(b->attn, normed, mask);
    if (b->dropout != NULL)
        heard = dropout_forward(b->dropout, heard);
    Tensor *middle = tensor_add(x, heard);

    normed = layer_norm_forward(b->norm2, middle);
    Tensor *thought = block_mlp(b, normed);
    if (b->dropout != NULL)
        thought = dropout_forward(b->dropout, thought);
    return tensor_add(middle, thought);
}
