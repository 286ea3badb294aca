/* gpt.c - a language model: embeddings, blocks, a norm and a head. */
#include "attention_shared.h"

Tensor *gpt_forward(Gpt *g, const IntTensor *ids, const Tensor *padding)
{
    gpt_check_ids("gpt_forward", g, ids);
    Tensor *mask = mask_view(padding);

    Tensor *x = embedding_forward(g->tokens, ids);
    if (g->positions != NULL)
        x = positions_forward(g->positions, x);
    if (g->dropout != NULL)
        x = dropout_forward(g->dropout, x);
    for (long i = 0; i < g->options.num_layers; i++)
        x = block_forward(g->blocks[i], x, mask);
    x = layer_norm_forward(g->norm, x);

    if (g->head != NULL)
        return linear_forward(g->head, x);
    return tensor_tied_linear(x, g->tokens->weight);
}
