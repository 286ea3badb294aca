/* soft_loss.c - how far a student is from its teacher, at a temperature.
 *
 *     p = softmax(teacher / T), q = softmax(student / T)
 */
#include "compress_check.h"
#include "todo.h"

/* ---- 16.6 ---------------------------------------------------------------------------------------- */

Tensor *distillation_soft_loss(Tensor *student, Tensor *teacher, real temperature)
{
    distillation_check(student, teacher, (double)temperature); /* given: one shape, T > 0 */

    /* TODO: KL(p || q), the mean over all rows of (..., V), times what makes its gradient as loud
     * as HOLDS says.
     *
     * CONTRACT  the student learns by it; the teacher is a constant, and gets no gradient. Any T
     *           > 0; no log of a number that may be 0.
     * EXAMPLE   one row, teacher (ln 3, 0), student (0, 0), T = 1: p = 3/4, 1/4, q = 1/2, 1/2:
     *           3/4 ln(3/2) + 1/4 ln(1/2) = 0.1308
     * HOLDS     the gradient at a row of the student, if there are B: T (q - p) / B. Never
     *           negative, and 0 for two equal rows. A number added to a row of either changes
     *           nothing.
     * YOU HAVE  operations on whole tensors (operations.h)
     * THINK     KL(p || q) at T: which gradient has it at the student's logits? Which two
     *           logarithms do you need, and what of them may learn? How many rows are there? */
    return todo("16.6 distillation_soft_loss");
}
