/* cross_entropy_batch.c - the losses of some rows of a batch. */
#include "cross_entropy.h"

long cross_entropy_batch(const LossBatch *b)
{
    real s = b->smoothing;
    long counted = 0;

    for (long r = 0; r < b->rows; r++) {
        const real *x = b->logits + r * b->n;
        LogSumExp z = row_log_sum_exp(b->n, x);
        b->lse[r] = z.shift + z.log_sum;

        int target = b->targets[r];
        if (target == b->ignore_index) {
            b->losses[r] = 0;
            continue;
        }
        counted++;
        real loss = row_target_loss(x, z, target);
        if (s != 0)
            loss = (1 - s) * loss + s * row_even_loss(b->n, x, z);
        b->losses[r] = loss;
    }
    return counted;
}
