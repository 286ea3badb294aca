/* distill.c - a student learns from its teacher's logits, and from the labels. */
#include "compress_check.h"
#include "todo.h"

/* ---- 16.16 --------------------------------------------------------------------------------------- */

Tensor *distillation_loss(Tensor *student, Tensor *teacher, const IntTensor *labels,
                          real temperature, real alpha)
{
    distillation_alpha_check((double)alpha); /* given: 0 <= alpha <= 1 */

    /* TODO: alpha times the soft loss, and 1 - alpha times the cross-entropy of the student with
     * the labels.
     *
     * CONTRACT  the cross-entropy is that of the logits as they are: no temperature, no
     *           smoothing, no label is ignored (NO_IGNORE_INDEX).
     * EXAMPLE   alpha 0: the cross-entropy alone; alpha 1: 16.15
     * HOLDS     linear in alpha.
     * YOU HAVE  16.15, tensor_cross_entropy(logits, labels, ignore_index, smoothing), operations
     *           of operations.h
     * THINK     which of the two losses knows a temperature? */
    (void)student, (void)teacher, (void)labels, (void)temperature;
    return todo("16.16 distillation_loss");
}
