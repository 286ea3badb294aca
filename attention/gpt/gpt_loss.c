/* gpt_loss.c - how surprised the model is by the tokens that came next, on average.
 *
 * Invariant: a target of -100 counts neither in the sum nor in what it is divided by.
 */
#include "attention_shared.h"

#define IGNORED_TARGET (-100) /* PyTorch's default */

EXERCISE
Tensor *gpt_loss(Gpt *g, const IntTensor *ids, const IntTensor *targets)
{
    gpt_check_targets(g, ids, targets);
    Tensor *logits = gpt_forward(g, ids, NULL);
    region_begin_collapsed("loss");
    Tensor *loss = tensor_cross_entropy(logits, targets, IGNORED_TARGET, 0);
    region_close();
    return loss;
}
