/* gpt_init.c - where training starts from.
 *
 * Who knows nothing should say so: every token is as likely as any other. And a model of 48 blocks should start as calmly as
 * one of 4.
 */
#include "attention_shared.h"
#include <math.h>
#include <string.h>
#include "todo.h"

/* ---- 13.4 ---------------------------------------------------------------------------------------- */

void gpt_init_weights(Gpt *g)
{
    /* TODO: starting values of all parameters, drawn from g->init_rng.
     *
     * CONTRACT  the token table is N(0, 0.02^2), biases are 0, a gamma was made as 1 and stays. How
     *           far the numbers of all other matrices spread is your decision.
     * BUDGET    all that, and a first loss within 1 % of log V: 3 points. Behind 4, 16 and 48 blocks
     *           of 48 channels the numbers of the stream spread to 0.07 at most: 4 more. And in that
     *           stream each branch is heard, its numbers spread to a hundredth of what they are
     *           added to, or more: the last 3.
     * EXAMPLE   16 blocks add 32 branches. Were each of them to add independent numbers that spread to
     *           0.05, they would spread to 0.28 together.
     * HOLDS     the same seed gives the same model.
     * YOU HAVE  parameters_of(&g->module): a ParameterList with count, tensor[i], name[i], such
     *           as "blocks.0.attn.q.weight"; parameters_free; init_normal(t, mean, std, rng),
     *           tensor_fill
     * THINK     how do you tell a matrix from a gamma, and both from a bias? Which matrices decide
     *           how far a branch spreads, and behind which of them does a norm undo it? Why is 0.28
     *           not 32 times 0.05? */
    todo("13.4 gpt_init_weights");
}
