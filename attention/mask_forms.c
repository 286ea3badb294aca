/* mask_forms.c - the same mask in another form. Each keeps its name, so that a drawing says whose
 * it is. */
#include "attention_shared.h"

/* 1 - mask, for those used to the opposite convention. */
Tensor *mask_invert(const Tensor *mask)
{
    mask_check_entries("mask_invert", mask);
    Tensor *opposite = tensor_new_like(mask);
    scale_kernel(opposite, mask, -1);
    shift_kernel(opposite, opposite, 1);
    return tensor_named(opposite, mask->name);
}

/* One mask per sequence for all heads: broadcasting alone would line B of (B, Tq, Tk) up with H of
 * the scores (B, H, Tq, Tk). */
Tensor *mask_for_heads(Tensor *mask, const Tensor *q)
{
    if (mask == NULL || mask->ndim != 3 || q->ndim != 4)
        return mask;
    return tensor_named(tensor_unsqueeze(mask, 1), mask->name);
}

Tensor *mask_view(const Tensor *mask)
{
    return mask == NULL ? NULL : tensor_named(tensor_new_view(mask), mask->name);
}
