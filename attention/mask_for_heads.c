/* mask_for_heads.c - one mask per sequence for all heads.
 *
 * Broadcasting alone would line B of (B, Tq, Tk) up with H of the scores (B, H, Tq, Tk).
 */
#include "attention_shared.h"

Tensor *mask_for_heads(Tensor *mask, const Tensor *q)
{
    if (mask == NULL || mask->ndim != 3 || q->ndim != 4)
        return mask;
    return tensor_named(tensor_unsqueeze(mask, 1), mask->name);
}
