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
#include "todo.h"

/* ---- 13.4 ---------------------------------------------------------------------------------------- */

Tensor *gpt_forward(Gpt *g, const IntTensor *ids, const Tensor *padding)
{
    gpt_check_ids("gpt_forward", g, ids); /* given */
    Tensor *mask = mask_view(padding);    /* what block_forward takes; NULL stays NULL */
    (void)mask;

    /* TODO: ids (B, T) to logits (B, T, V): embed, num_layers blocks, a last norm, the head.
     *
     * APPROACH
     *   1. embedding_forward(g->tokens, ids): (B, T, C). If g->positions is not NULL:
     *      positions_forward(g->positions, x). If g->dropout is not NULL: dropout_forward(g->dropout, x).
     *   2. x = block_forward(g->blocks[i], x, mask), for i from 0 to g->options.num_layers - 1. Each
     *      attention knows by itself whether it is causal.
     *   3. layer_norm_forward(g->norm, x): what leaves the residual stream was never normed.
     *   4. g->head is a linear layer, or NULL: then the head is tied, and logit v is the product of x with
     *      row v of the token table, tensor_tied_linear(x, g->tokens->weight).
     *
     * EXAMPLE
     *   no layers, no positions, tied, and rows of mean 0: the logits of a token are products of its own
     *   normed row with all rows, and the token itself is likely the largest
     *
     * HINT: the comment at the top of this file, line by line. Positions come once, before the blocks. */
    return todo("13.4 gpt_forward");
}
