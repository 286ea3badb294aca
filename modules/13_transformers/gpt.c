/* gpt.c - a language model: which token comes next, after each of these?
 *
 * One forward pass answers T questions at once: logits[b][t] is about token t + 1 and, under the
 * causal mask, has seen tokens 0..t only. Without the mask the same model is an encoder.
 * Invariant: with causal on, changing token t changes no logit before t, not in the last bit.
 * Source: Radford et al. 2019 (GPT-2); tied head after Press and Wolf 2017.
 */
#include "attention_shared.h"
#include "todo.h"

/* ---- 13.3 ---------------------------------------------------------------------------------------- */

Tensor *gpt_forward(Gpt *g, const IntTensor *ids, const Tensor *padding)
{
    gpt_check_ids("gpt_forward", g, ids); /* given */
    Tensor *mask = mask_view(padding);    /* what block_forward takes; NULL stays NULL */
    (void)mask;

    /* TODO: ids (B, T) to logits (B, T, V): a language model.
     *
     * CONTRACT  x is (B, T, C) on the way, and what the head reads has one spread, whatever the
     *           blocks have added up. Positions, dropout (of what the first block reads) and a head
     *           of its own may each be absent (NULL). Without a head it is tied: logit v is the
     *           product of x with row v of the token table. mask reaches every block. A later token
     *           changes no earlier logit, not in the last bit.
     * EXAMPLE   no layers, no positions, tied, and rows of mean 0: the logits of a token are products of its
     *           own row, at one spread, with all rows, and the token itself is likely the largest
     * HOLDS     no positions, not causal: tokens in another order give rows in that order.
     * YOU HAVE  the members of a Gpt (attention.h), and what each of them has for forward;
     *           operations.h
     * THINK     what leaves the last block is a sum of many branches: what do the contract's words
     *           ask for, then? How often are positions added? */
    return todo("13.3 gpt_forward");
}
