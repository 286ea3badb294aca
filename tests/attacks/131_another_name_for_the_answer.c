/* Calls the engine's own attention by another name: the compiler is told what it is called in the object.
 *
 * then: nothing
 * file: sdpa.c
 * exercise: 12.11 scaled_dot_product_attention
 * earns: 0
 * outcome: not-run
 * says: sdpa.c calls flash_attention, which comes with module 13
 */
#pragma redefine_extname my_own_attention flash_attention
#include "attention_shared.h"

Tensor *my_own_attention();

Attention scaled_dot_product_attention(Tensor *q, Tensor *k, Tensor *v, Tensor *mask)
{
    return (Attention){.output = my_own_attention(q, k, v, mask)};
}
