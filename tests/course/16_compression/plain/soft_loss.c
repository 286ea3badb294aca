/* soft_loss.c - the formula, one step after the other. */
#include "compress_check.h"

Tensor *distillation_soft_loss(Tensor *student, Tensor *teacher, real temperature)
{
    distillation_check(student, teacher, (double)temperature);

    long rows = 1;
    for (int axis = 0; axis < student->ndim - 1; axis++)
        rows *= student->shape[axis];
    Tensor *constant = tensor_detach(teacher);
    Tensor *log_p = tensor_log_softmax(tensor_mul_scalar(constant, 1 / temperature), -1);
    Tensor *log_q = tensor_log_softmax(tensor_mul_scalar(student, 1 / temperature), -1);
    Tensor *p = tensor_softmax(tensor_mul_scalar(constant, 1 / temperature), -1);
    Tensor *terms = tensor_mul(p, tensor_sub(log_p, log_q));
    Tensor *sum = tensor_sum(terms, ALL_AXES, false);
    return tensor_mul_scalar(sum, temperature * temperature / (real)rows);
}
