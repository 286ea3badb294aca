/* gpt_init.c - where training starts from.
 *
 *     every matrix                            N(0, 0.02)
 *     the last one of a branch                N(0, 0.02 / sqrt(2 num_layers))
 *     biases 0, gammas 1                      (a norm only normalizes)
 *
 * Invariant: logits begin so close to 0 that every token is as likely as any other: the loss is log V.
 * Source: GPT-2 (Radford et al. 2019), section 2.3.
 */
#include "attention_shared.h"
#include <math.h>
#include <string.h>
#include "todo.h"

/* ---- 13.6 ---------------------------------------------------------------------------------------- */

void gpt_init_weights(Gpt *g)
{
    /* TODO: starting values of all parameters, drawn from g->init_rng.
     *
     * APPROACH
     *   1. ParameterList *list = parameters_of(&g->module); holds list->count parameters, list->tensor[i]
     *      and list->name[i], for instance "blocks.0.attn.q.weight". parameters_free(list) at the end.
     *   2. Every matrix (ndim 2; the token table and the positions, too): init_normal(t, mean, std, rng)
     *      with mean 0 and std 0.02.
     *   3. Two matrices of each block write into the residual stream: g->blocks[i]->attn->out->weight and
     *      g->blocks[i]->down->weight. Their std is 0.02 / sqrt(2 num_layers), with g->options.num_layers.
     *   4. Biases are 0: tensor_fill(t, 0) where the name ends in "bias". A gamma is a "weight" with one
     *      axis: it was made as 1, and stays.
     *
     * EXAMPLE
     *   8 layers: 16 branches add up in the stream, so their last matrices get 0.02 / 4 = 0.005
     *
     * HINT: draw all, then draw those of 3. once more. strlen and strcmp find how a name ends. */
    todo("13.6 gpt_init_weights");
}
