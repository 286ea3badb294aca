/* soft_loss.c - how far a student is from its teacher, at a temperature.
 *
 *     soft loss = T^2 sum_j p_j (log p_j - log q_j)      p = softmax(teacher / T), q = softmax(student / T)
 *
 * A gradient of softmax(x / T) is T times smaller twice: hence the T^2.
 */
#include "compress_check.h"
#include "todo.h"

/* ---- 16.15 --------------------------------------------------------------------------------------- */

Tensor *distillation_soft_loss(Tensor *student, Tensor *teacher, real temperature)
{
    distillation_check(student, teacher, (double)temperature); /* given: one shape, T > 0 */

    /* TODO: the formula above, the mean over all rows of (..., V).
     *
     * CONTRACT  the student learns by it; the teacher is a constant, and gets no gradient. Any T
     *           > 0; no log of a number that may be 0.
     * EXAMPLE   one row, teacher (ln 3, 0), student (0, 0), T = 1: p = 3/4, 1/4, q = 1/2, 1/2:
     *           3/4 ln(3/2) + 1/4 ln(1/2) = 0.1308
     * HOLDS     never negative, and 0 for two equal rows. A number added to a row of either
     *           changes nothing.
     * YOU HAVE  operations on whole tensors (operations.h)
     * THINK     what cuts a tensor off from the graph? Which two logarithms do you need, and is
     *           there an operation for them (02.10)? How many rows are there? */
    return todo("16.15 distillation_soft_loss");
}
