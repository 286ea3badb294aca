/* op_batch_norm.c - batch normalization: channels with mean 0 and variance 1, over the batch.
 *
 * In training, by their own mean and variance, towards which what is remembered moves; afterwards
 * by what is remembered, so that an image's result does not depend on its neighbours.
 */
#include <math.h>
#include "image_parts.h"

/* remembered = (1 - momentum) remembered + momentum seen factor */
static void move_towards(Tensor *remembered, const Tensor *seen, real momentum, real factor)
{
    for (long c = 0; c < seen->shape[0]; c++) {
        real *r = remembered->data + c * remembered->stride[0];
        *r = (1 - momentum) * *r + momentum * factor * seen->data[c];
    }
}

EXERCISE
Tensor *tensor_batch_norm2d(Tensor *x, Tensor *gamma, Tensor *beta, Tensor *mean, Tensor *var,
                            bool training, real momentum, real eps)
{
    batch_norm_check(x, gamma, beta, mean, var, training, momentum, eps);
    long channels = x->shape[1], N = x->shape[0] * x->shape[2] * x->shape[3];
    Tensor *m = tensor_new(SHAPE(channels)), *rstd = tensor_new(SHAPE(channels));
    Tensor *v = tensor_new(SHAPE(channels));
    if (training) {
        batch_statistics_kernel(m, v, x);
        if (mean != NULL) {
            move_towards(mean, m, momentum, 1);
            move_towards(var, v, momentum, (real)N / (real)(N - 1));
        }
    } else {
        copy_kernel(m, mean);
        copy_kernel(v, var);
    }
    for (long c = 0; c < channels; c++)
        rstd->data[c] = 1 / (real)sqrt((double)(v->data[c] + eps));
    return batch_norm_record(x, gamma, beta, m, rstd, training);
}
