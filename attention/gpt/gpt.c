/* gpt.c - a language model: which token comes next, after each of these?
 *
 *     x = tokens[ids] + positions          (B, T, C)
 *     x = block(x), num_layers times       (B, T, C)
 *     logits = norm(x) @ head              (B, T, V)
 *
 * One forward pass answers T questions at once: logits[b][t] is about token t + 1 and, under the
 * causal mask, has seen tokens 0..t only. Without the mask the same model is an encoder.
 * Invariant: with causal on, changing token t changes no logit before t, not in the last bit.
 * Source: Radford et al. 2019 (GPT-2); tied head after Press and Wolf 2017.
 */
#include "attention_shared.h"

static Tensor *embed(Gpt *g, const IntTensor *ids)
{
    region_begin("embedding");
    Tensor *x = embedding_forward(g->tokens, ids);
    if (g->positions != NULL)
        x = positions_forward(g->positions, x);
    if (g->dropout != NULL)
        x = dropout_forward(g->dropout, x);
    region_close();
    return x;
}

static Tensor *head(Gpt *g, Tensor *x)
{
    region_begin_collapsed("layer norm");
    x = layer_norm_forward(g->norm, x);
    region_close();

    region_begin("head");
    Tensor *logits =
        g->head != NULL ? linear_forward(g->head, x) : tensor_tied_linear(x, g->tokens->weight);
    region_close();
    return logits;
}

EXERCISE
Tensor *gpt_forward(Gpt *g, const IntTensor *ids, const Tensor *padding)
{
    gpt_check_ids("gpt_forward", g, ids);
    Tensor *x = embed(g, ids), *mask = mask_view(padding);
    for (long i = 0; i < g->options.num_layers; i++) {
        region_open("block", (int)i);
        x = block_forward(g->blocks[i], x, mask);
        region_close();
    }
    return head(g, x);
}
