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
     * CONTRACT  every matrix (the token table and the positions, too): N(0, 0.02). The last one
     *           of a branch, which writes into the residual stream: N(0, 0.02 / sqrt(2
     *           num_layers)). Biases 0. A gamma was made as 1, and stays.
     * EXAMPLE   8 layers: 16 branches add up in the stream, so their last matrices get 0.02 / 4 = 0.005
     * HOLDS     the first loss is close to log V. The same seed gives the same model.
     * YOU HAVE  parameters_of(&g->module): a ParameterList with count, tensor[i], name[i], such
     *           as "blocks.0.attn.q.weight"; parameters_free; init_normal(t, mean, std, rng),
     *           tensor_fill
     * THINK     how do you tell a matrix from a gamma, and both from a bias? Which two matrices
     *           of a block write into the stream? Why the root of 2 num_layers, and not 2
     *           num_layers? */
    todo("13.6 gpt_init_weights");
}
