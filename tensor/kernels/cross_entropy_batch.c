/* cross_entropy_batch.c - the losses of some rows of a batch.
 *
 * Label smoothing s asks for (1 - s) of the target and s of the uniform distribution.
 */
#include "cross_entropy.h"

EXERCISE
long cross_entropy_batch(const LossBatch *b)
{
    long counted = 0;
    for (long row = 0; row < b->rows; row++) {
        const real *x = b->logits + row * b->n;
        LogSumExp z = row_log_sum_exp(b->n, x);
        real s = b->smoothing, loss = 0;
        if (b->targets[row] != b->ignore_index) {
            counted++;
            loss = (1 - s) * row_target_loss(x, z, b->targets[row]);
            if (s != 0) /* a class of logit -infinity: 0 * inf must not be formed */
                loss += s * row_even_loss(b->n, x, z);
        }
        b->losses[row] = loss;
        b->lse[row] = z.shift + z.log_sum;
    }
    return counted;
}
