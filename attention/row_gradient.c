/* row_gradient.c - the way back through one query's attention, by hand.
 *
 *     out = sum_j w_j v_j     dw_j = dout . v_j                     how much each weight matters
 *     w   = softmax(s)        ds_j = w_j (dw_j - sum_k w_k dw_k)    more than the others on average
 *
 * Layers have this from autograd, or tile by tile in flash_backward.h; the tests hold both against
 * these loops. Invariant: ds adds up to 0, since adding a number to all scores changes no weight.
 */
#include "attention.h"

EXERCISE
void attention_row_gradient(long Tk, long D, real *dscores, const real *weights, const real *v,
                            const real *dout)
{
    real mean = 0;
    for (long j = 0; j < Tk; j++) {
        real dw = 0;
        for (long d = 0; d < D; d++)
            dw += dout[d] * v[j * D + d];
        dscores[j] = dw;
        mean += weights[j] * dw;
    }
    for (long j = 0; j < Tk; j++)
        dscores[j] = weights[j] * (dscores[j] - mean);
}
