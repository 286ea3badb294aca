/* soft_loss.c - how far a student is from its teacher, at a temperature.
 *
 *     soft loss = T^2 sum_j p_j (log p_j - log q_j)
 *     p = softmax(teacher / T), q = softmax(student / T)
 *
 * Invariant: the teacher is a constant.
 */
#include "compress_check.h"

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
