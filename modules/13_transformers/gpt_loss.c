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

    /* TODO: how surprised the model is by the tokens that came next, on average: the mean cross-
     * entropy, a scalar.
     *
     * CONTRACT  of the logits of ids against targets (B, T), without padding and without
     *           smoothing. A target of -100 counts neither in the sum nor in what it is divided
     *           by. targets[b][t] is already the token after ids[b][t].
     * EXAMPLE   all logits equal, V = 50: whatever the targets, log 50 = 3.912
     * HOLDS     all targets -100 but one: the surprise at that one place.
     * YOU HAVE  gpt_forward; tensor_cross_entropy(logits, targets, ignore_index, smoothing)
     * THINK     who shifts the targets by one, and what would happen if it were done twice? */
    return todo("13.5 gpt_loss");
}
