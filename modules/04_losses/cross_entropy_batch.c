/* cross_entropy_batch.c - the losses of some rows of a batch.
 *
 * Label smoothing s asks for (1 - s) of the target and s of the uniform distribution.
 */
#include "cross_entropy.h"
#include "todo.h"

/* ---- 04.3 ---------------------------------------------------------------------------------------- */

long cross_entropy_batch(const LossBatch *b)
{
    /* TODO: one loss and one log-sum-exp for each of the b->rows rows; returns how many rows count.
     *
     * CONTRACT  row r has b->n logits, from b->logits + r * b->n, and the target b->targets[r];
     *           b->lse[r] is shift + log_sum of every row. A target of b->ignore_index (any
     *           number): loss 0, and it does not count. Others: the cross-entropy of what smoothing
     *           (b->smoothing, below 1) asks for. A class may be impossible (-infinity): where
     *           something is asked of it the loss is infinite, where nothing is it costs nothing.
     *           losses and lse hold rubbish when you get them; nothing is divided here. A row may
     *           have no classes, if it is ignored.
     * EXAMPLE   logits = [[0, log 3], [5, 5], [0, log 3]], targets = [0, -100, 1], ignore_index = -100
     *           smoothing 0:    losses = [1.3863, 0, 0.2877], lse = [log 4, 5 + log 2, log 4], returns 2
     *           smoothing 0.5:  losses = [1.1116, 0, 0.5623]
     * HOLDS     a row's loss does not depend on its neighbours. No loss is NaN.
     * YOU HAVE  row_log_sum_exp, and your functions of above
     * THINK     what is 0 * infinity? Whoever takes the mean: by what must he divide? */
    todo("04.3 cross_entropy_batch");
}
