/* op_batch_norm.c - batch normalization: by the batch in training, by what is remembered in use. */
#include <math.h>
#include "image_parts.h"

/* old moves towards new by a share of `momentum`. */
static void remember(Tensor *old, long c, real momentum, real new)
{
    real before = tensor_get(old, AT(c));
    tensor_set(old, AT(c), (1 - momentum) * before + momentum * new);
}

Tensor *tensor_batch_norm2d(Tensor *x, Tensor *gamma, Tensor *beta, Tensor *mean, Tensor *var,
                            bool training, real momentum, real eps)
{
    batch_norm_check(x, gamma, beta, mean, var, training, momentum, eps);

    long C = x->shape[1];
    long N = x->shape[0] * x->shape[2] * x->shape[3];
    Tensor *m = tensor_zeros(SHAPE(C));
    Tensor *v = tensor_zeros(SHAPE(C));
    if (training) {
        batch_statistics_kernel(m, v, x);
        for (long c = 0; c < C; c++) {
            real better = v->data[c] * (real)N / (real)(N - 1);
            if (mean != NULL)
                remember(mean, c, momentum, m->data[c]);
            if (var != NULL)
                remember(var, c, momentum, better);
        }
    } else {
        for (long c = 0; c < C; c++) {
            m->data[c] = tensor_get(mean, AT(c));
            v->data[c] = tensor_get(var, AT(c));
        }
    }

    Tensor *rstd = tensor_zeros(SHAPE(C));
    for (long c = 0; c < C; c++)
        rstd->data[c] = 1 / (real)sqrt((double)(v->data[c] + eps));
    return batch_norm_record(x, gamma, beta, m, rstd, training);
}
