/* mask_invert.c - the opposite mask: 1 - mask, for those used to the opposite convention.
 *
 * It keeps the name, so that a drawing says whose opposite it is.
 */
#include "attention_shared.h"

Tensor *mask_invert(const Tensor *mask)
{
    mask_check_entries("mask_invert", mask);
    Tensor *opposite = tensor_new_like(mask);
    scale_kernel(opposite, mask, -1);
    shift_kernel(opposite, opposite, 1);
    return tensor_named(opposite, mask->name);
}
