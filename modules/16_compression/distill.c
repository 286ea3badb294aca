/* distill.c - a student learns from its teacher's logits, and from the labels. */
#include "compress_check.h"
#include "todo.h"

/* ---- 16.16 --------------------------------------------------------------------------------------- */

Tensor *distillation_loss(Tensor *student, Tensor *teacher, const IntTensor *labels,
                          real temperature, real alpha)
{
    distillation_alpha_check((double)alpha); /* given: 0 <= alpha <= 1 */

    /* TODO: alpha times the soft loss, and 1 - alpha times the cross-entropy of the student with the labels.
     *
     * HINT: tensor_cross_entropy(logits, labels, NO_IGNORE_INDEX, 0), of the logits as they are. */
    (void)student, (void)teacher, (void)labels, (void)temperature;
    return todo("16.16 distillation_loss");
}
