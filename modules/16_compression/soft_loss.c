/* soft_loss.c - how far a student is from its teacher, at a temperature.
 *
 *     soft loss = T^2 sum_j p_j (log p_j - log q_j)      p = softmax(teacher / T), q = softmax(student / T)
 */
#include "compress_check.h"
#include "todo.h"

/* ---- 16.15 --------------------------------------------------------------------------------------- */

Tensor *distillation_soft_loss(Tensor *student, Tensor *teacher, real temperature)
{
    distillation_check(student, teacher, (double)temperature); /* given: one shape, T > 0 */

    /* TODO: the formula above, the mean over all rows of (..., V), as operations, so that the student learns.
     *
     * APPROACH
     *   1. The teacher is a constant: tensor_detach.
     *   2. log p and log q: tensor_log_softmax(..., -1) of both, divided by T (tensor_mul_scalar).
     *   3. p (log p - log q), summed over everything (tensor_sum, ALL_AXES), divided by the number of rows.
     *   4. Times T^2: a gradient of softmax(x / T) is T times smaller twice.
     *
     * EXAMPLE
     *   one row, teacher (ln 3, 0), student (0, 0), T = 1: p = 3/4, 1/4, q = 1/2, 1/2:
     *   3/4 ln(3/2) + 1/4 ln(1/2) = 0.1308
     *
     * HINT: rows are tensor_numel(student) / V. p is tensor_exp of log p. */
    return todo("16.15 distillation_soft_loss");
}
