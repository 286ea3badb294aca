/* gpt_loss.c - how surprised the model is by the tokens that came next, on average.
 *
 * Invariant: a target of -100 counts neither in the sum nor in what it is divided by.
 */
#include "attention_shared.h"
#include "todo.h"

/* ---- 13.5 ---------------------------------------------------------------------------------------- */

Tensor *gpt_loss(Gpt *g, const IntTensor *ids, const IntTensor *targets)
{
    gpt_check_targets(g, ids, targets); /* given */

    /* TODO: the mean cross-entropy of the logits of ids against targets, a scalar.
     *
     * APPROACH
     *   1. gpt_forward(g, ids, NULL): (B, T, V).
     *   2. tensor_cross_entropy(logits, targets, ignore_index, smoothing) takes the mean over all targets but
     *      those that are ignore_index: -100 here, as in PyTorch. No smoothing.
     *
     * EXAMPLE
     *   all logits equal, V = 50: whatever the targets, log 50 = 3.912
     *
     * HINT: targets[b][t] is already the token after ids[b][t]; who made the batch has shifted them
     * (module 05). Two lines. */
    return todo("13.5 gpt_loss");
}
