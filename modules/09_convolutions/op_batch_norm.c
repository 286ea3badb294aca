/* op_batch_norm.c - batch normalization: channels with mean 0 and variance 1, over the batch.
 *
 * In training, by their own mean and variance, towards which what is remembered moves; afterwards by what is
 * remembered, so that an image's result does not depend on its neighbours.
 */
#include <math.h>
#include "image_parts.h"
#include "todo.h"

/* ---- 09.10 ----------------------------------------------------------------------------------- */

Tensor *tensor_batch_norm2d(Tensor *x, Tensor *gamma, Tensor *beta, Tensor *mean, Tensor *var,
                            bool training, real momentum, real eps)
{
    batch_norm_check(x, gamma, beta, mean, var, training, momentum, eps); /* given */

    /* TODO: (x - m) / sqrt(v + eps) * gamma + beta with the right m and v for each channel; and
     * remember them.
     *
     * CONTRACT  training: m and v are those of x (09.9). Of what is remembered, unless mean and var
     *           are NULL, the part momentum is replaced: mean by m, var by the better guess for
     *           all images, which is a little more than v, and the more numbers v was made of,
     *           the nearer to it (there are at least two). x itself is normalized with v. In use: m and v are mean and
     *           var, and nothing is remembered. mean and var may be views. Gradients know the way
     *           back.
     * EXAMPLE   one channel with 1, 3, 5, 7, momentum 0.1, mean 0 and var 1 remembered: m = 4, v = 5, rstd = 0.4472,
     *           afterwards mean = 0.4 and var = 1.5667. With two numbers, 1 and 3, the better guess is
     *           twice v
     * HOLDS     in use, an image's result does not depend on its neighbours, and a second call
     *           gives the same. In training, a channel of the result has mean beta.
     * YOU HAVE  batch_statistics_kernel, copy_kernel; batch_norm_record(x, gamma, beta, m, rstd,
     *           training), with rstd = 1 / sqrt(v + eps): it does the rest (image_parts.h);
     *           mean->data[c * mean->stride[0]]
     * THINK     mean goes on changing, and the way back needs the m of this batch: may m be mean
     *           itself? How much of the old stays if momentum is 0.1? */
    return todo("09.10 tensor_batch_norm2d");
}
