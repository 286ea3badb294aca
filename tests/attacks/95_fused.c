/* Has the engine's own attention do the exercise.
 *
 * then: nothing
 * file: sdpa.c
 * exercise: 12.11 scaled_dot_product_attention
 * earns: 0
 * outcome: not-run
 * says: sdpa.c calls flash_attention, which comes with module 13
 */
#include "attention_shared.h"

Attention scaled_dot_product_attention(Tensor *q, Tensor *k, Tensor *v, Tensor *mask)
{
    Tensor *(*fused)() = (Tensor * (*)()) flash_attention;
    return (Attention){.output = fused(q, k, v, mask)};
}
