/* causal.c - causal attention is a flag, and a mask only for those who go step by step.
 *
 * A kernel that is told "key j only for queries i >= j" skips half of the tiles. A mask would have
 * to be made, and read, to find that out.
 */
#include "attention.h"

void causal_check(const char *operation, long Tq, long Tk)
{
    if (Tq != Tk)
        fail("%s: causal needs as many queries as keys, got Tq = %ld and Tk = %ld. hint: a mask "
             "(Tq, Tk) can say which query may see which key",
             operation, Tq, Tk);
}

Tensor *causal_as_mask(const char *operation, Tensor *mask, bool causal, const Tensor *q,
                       const Tensor *k)
{
    if (!causal)
        return mask;
    if (q->ndim < 2 || k->ndim < 2)
        fail("%s: q %s and k %s need at least two axes, (..., T, D)", operation,
             tensor_shape_text(q), tensor_shape_text(k));
    long Tq = q->shape[q->ndim - 2], Tk = k->shape[k->ndim - 2];
    causal_check(operation, Tq, Tk);
    return mask == NULL ? mask_causal(Tq) : mask_combine(mask_causal(Tq), mask);
}
