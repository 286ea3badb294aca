/* cross_entropy_batch.c - the losses of some rows of a batch.
 *
 * Label smoothing s asks for (1 - s) of the target and s of the uniform distribution.
 */
#include "cross_entropy.h"
#include "todo.h"

/* ---- 04.4 ---------------------------------------------------------------------------------------- */

long cross_entropy_batch(const LossBatch *b)
{
    /* TODO: one loss and one log-sum-exp for each of the b->rows rows; return how many counted.
     *
     * APPROACH
     *   1. Row r has b->n logits, which begin at b->logits + r * b->n, and the target b->targets[r].
     *   2. Its log-sum-exp z is 04.1; b->lse[r] becomes z.shift + z.log_sum.
     *   3. A row whose target is b->ignore_index: b->losses[r] is 0, and it does not count.
     *   4. Any other: loss = (1 - smoothing) * target loss + smoothing * even loss; it counts.
     *      Leave out the even loss if b->smoothing is 0: it can be infinite, and 0 * inf is NaN.
     *
     * EXAMPLE
     *   logits = [[0, log 3], [5, 5], [0, log 3]], targets = [0, -100, 1], ignore_index = -100
     *   smoothing 0:    losses = [1.3863, 0, 0.2877], lse = [log 4, 5 + log 2, log 4], returns 2
     *   smoothing 0.5:  losses = [0.5 * 1.3863 + 0.5 * 0.8370, 0, 0.5 * 0.2877 + 0.5 * 0.8370]
     *
     * HINT: the losses are not divided by anything here; whoever calls takes the mean and needs
     * the count for that. losses and lse hold rubbish when you get them: write every row. */
    todo("04.4 cross_entropy_batch");
}
