/* distill.c - a student learns from its teacher's logits, and from the labels.
 *
 *     soft loss = T^2 sum_j p_j (log p_j - log q_j)
 *     p = softmax(teacher / T), q = softmax(student / T)
 *
 * Invariant: the teacher is a constant.
 */
#include "compress_check.h"
#include <math.h>

void distillation_check(const Tensor *student, const Tensor *teacher, double temperature)
{
    if (!shape_equal(student->ndim, student->shape, teacher->ndim, teacher->shape) ||
        student->ndim < 1)
        fail("distillation_soft_loss: the student's logits are %s and the teacher's %s, expected "
             "(..., V) of one shape",
             tensor_shape_text(student), tensor_shape_text(teacher));
    if (tensor_numel(student) == 0)
        fail("distillation_soft_loss: logits are %s, expected at least one row",
             tensor_shape_text(student));
    if (!(temperature > 0 && isfinite(temperature)))
        fail("distillation_soft_loss: temperature is %g, expected a number above 0", temperature);
}

EXERCISE
Tensor *distillation_soft_loss(Tensor *student, Tensor *teacher, real temperature)
{
    distillation_check(student, teacher, (double)temperature);
    real rows = (real)(tensor_numel(student) / student->shape[student->ndim - 1]);
    Tensor *known = tensor_detach(teacher);
    Tensor *log_p = tensor_log_softmax(tensor_mul_scalar(known, 1 / temperature), -1);
    Tensor *log_q = tensor_log_softmax(tensor_mul_scalar(student, 1 / temperature), -1);
    Tensor *terms = tensor_mul(tensor_exp(log_p), tensor_sub(log_p, log_q));
    return tensor_mul_scalar(tensor_sum(terms, ALL_AXES, false), temperature * temperature / rows);
}

void distillation_alpha_check(double alpha)
{
    if (!(alpha >= 0 && alpha <= 1))
        fail("distillation_loss: alpha is %g, expected 0 to 1", alpha);
}

Tensor *distillation_loss(Tensor *student, Tensor *teacher, const IntTensor *labels,
                          real temperature, real alpha)
{
    distillation_alpha_check((double)alpha);
    Tensor *soft = distillation_soft_loss(student, teacher, temperature);
    Tensor *hard = tensor_cross_entropy(student, labels, NO_IGNORE_INDEX, 0);
    return tensor_add(tensor_mul_scalar(soft, alpha), tensor_mul_scalar(hard, 1 - alpha));
}
