/* gpt_attention.c - a layer's weights, query x key, for who wants to see them. */
#include "attention_shared.h"

Tensor *gpt_attention(Gpt *g, const IntTensor *ids, const Tensor *padding, long layer)
{
    gpt_check_ids("gpt_attention", g, ids);
    if (layer < 0 || layer >= g->options.num_layers)
        fail("gpt_attention: there is no layer %ld in a model of %ld", layer,
             g->options.num_layers);
    bool was_training = g->module.training, was_recording = grad_mode(false);
    module_train(&g->module, false);
    Tensor *x = embedding_forward(g->tokens, ids), *mask = mask_view(padding);
    if (g->positions != NULL)
        x = positions_forward(g->positions, x);
    for (long i = 0; i < layer; i++)
        x = block_forward(g->blocks[i], x, mask);
    Tensor *weights = block_attention(g->blocks[layer], x, mask);
    module_train(&g->module, was_training);
    grad_mode(was_recording);
    return weights;
}
