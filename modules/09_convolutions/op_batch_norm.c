/* op_batch_norm.c - batch normalization: channels with mean 0 and variance 1, over the batch.
 *
 * In training, by their own mean and variance, towards which what is remembered moves; afterwards by what is
 * remembered, so that an image's result does not depend on its neighbours.
 */
#include <math.h>
#include "image_parts.h"
#include "todo.h"

/* ---- 09.11 ----------------------------------------------------------------------------------- */

Tensor *tensor_batch_norm2d(Tensor *x, Tensor *gamma, Tensor *beta, Tensor *mean, Tensor *var,
                            bool training, real momentum, real eps)
{
    batch_norm_check(x, gamma, beta, mean, var, training, momentum, eps); /* given */

    /* TODO: (x - m) / sqrt(v + eps) * gamma + beta with the right m and v; and remember them.
     *
     * APPROACH
     *   1. m and rstd, new tensors of C numbers, and v for yourself.
     *   2. Training: batch_statistics_kernel (09.10) fills m and v from x. Then what is remembered moves towards them,
     *      unless mean and var are NULL:
     *          mean = (1 - momentum) mean + momentum m
     *          var  = (1 - momentum) var  + momentum v N / (N - 1)          N = B H W
     *      v N / (N - 1) is the better guess at the variance of all images; x itself is normalized with v.
     *   3. Otherwise m and v are mean and var, and nothing is remembered: a model in use does not change.
     *   4. rstd = 1 / sqrt(v + eps), for each channel.
     *   5. return batch_norm_record(x, gamma, beta, m, rstd, training): given, it does the rest and
     *      knows the way back (image_parts.h).
     *
     * EXAMPLE
     *   one channel with 1, 3, 5, 7, momentum 0.1, mean 0 and var 1 remembered: m = 4, v = 5, rstd = 0.4472,
     *   afterwards mean = 0.4 and var = 0.9 + 0.1 * 5 * 4 / 3 = 1.5667
     *
     * HINT: mean and var may be views: mean->data[c * mean->stride[0]]. Copy what you hand on (copy_kernel):
     * mean goes on changing, and the way back needs the m of this batch. */
    return todo("09.11 tensor_batch_norm2d");
}
