/* distill.c - two losses, each with its share. */
#include "compress_check.h"

Tensor *distillation_loss(Tensor *student, Tensor *teacher, const IntTensor *labels,
                          real temperature, real alpha)
{
    distillation_alpha_check((double)alpha);

    Tensor *hard = tensor_cross_entropy(student, labels, NO_IGNORE_INDEX, 0);
    Tensor *soft = distillation_soft_loss(student, teacher, temperature);
    Tensor *hard_share = tensor_mul_scalar(hard, 1 - alpha);
    Tensor *soft_share = tensor_mul_scalar(soft, alpha);
    return tensor_add(hard_share, soft_share);
}
