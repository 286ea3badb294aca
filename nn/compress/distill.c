/* distill.c - a student learns from its teacher's logits, and from the labels. */
#include "compress_check.h"

EXERCISE
Tensor *distillation_loss(Tensor *student, Tensor *teacher, const IntTensor *labels,
                          real temperature, real alpha)
{
    distillation_alpha_check((double)alpha);
    Tensor *soft = distillation_soft_loss(student, teacher, temperature);
    Tensor *hard = tensor_cross_entropy(student, labels, NO_IGNORE_INDEX, 0);
    return tensor_add(tensor_mul_scalar(soft, alpha), tensor_mul_scalar(hard, 1 - alpha));
}
