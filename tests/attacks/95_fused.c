/* Has the engine's own attention do the exercise.
 *
 * then: nothing
 * file: pattern.c
 * exercise: 12.4 attention_pattern
 * earns: 0
 * outcome: not-run
 * says: pattern.c calls flash_attention, which comes with module 13
 */
#include "attention_shared.h"

Tensor *attention_weights(Tensor *scores)
{
    return tensor_softmax(scores, -1);
}

Tensor *attention_pattern(Tensor *q, Tensor *k, Tensor *mask)
{
    Tensor *(*fused)() = (Tensor * (*)()) flash_attention;
    return fused(q, k, k, mask);
}
