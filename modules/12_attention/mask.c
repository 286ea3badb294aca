/* mask.c - which query may attend to which key.
 *
 * A mask is an ordinary tensor of ones (may attend) and zeros (may not). Row i belongs to query i,
 * column j to key j.
 * Invariant: every mask made here holds only 0 and 1, whatever its size.
 */
#include "attention_shared.h"
#include "todo.h"

/* ---- 12.2 ---------------------------------------------------------------------------------------- */

Tensor *mask_causal(long T)
{
    mask_check_length("mask_causal", "T", T); /* given */

    /* TODO: (T, T): no query may see what comes later.
     *
     * CONTRACT  1 where i may see j, 0 elsewhere, for every T from 0 up. Drawings and messages
     *           show its name, "causal mask".
     * EXAMPLE   T = 3:   1 0 0
     *                    1 1 0
     *                    1 1 1
     * HOLDS     row i adds up to i + 1. The mask of T is the upper left corner of the mask of T
     *           + 1.
     * YOU HAVE  tensor_named(t, name) returns t
     * THINK     may a token look at itself? What would row 0 be, if not? */
    return todo("12.2 mask_causal");
}

/* ---- 12.2 ---------------------------------------------------------------------------------------- */

Tensor *mask_padding(const IntTensor *lengths, long T)
{
    mask_check_lengths(lengths, T); /* given */

    /* TODO: (B, 1, 1, T): which keys of sequence b are real, and no padding.
     *
     * CONTRACT  0 for what is only filled up, whatever lengths from 0 to T there are; named
     *           "padding mask". The axes of size 1 are those of heads and queries: the same for all
     *           of them.
     * EXAMPLE   lengths = {3, 1}, T = 4:   1 1 1 0
     *                                      1 0 0 0
     * HOLDS     row b adds up to lengths[b].
     * THINK     a length is a count, a key is a place: which is the last place of a sequence of
     *           length 3? */
    return todo("12.2 mask_causal");
}

/* ---- 12.2 ---------------------------------------------------------------------------------------- */

Tensor *mask_combine(const Tensor *a, const Tensor *b)
{
    /* TODO: allowed where both masks allow.
     *
     * CONTRACT  the two shapes are broadcast as in any operation: (T, T) and (B, 1, 1, T) give
     *           (B, 1, T, T). An entry of either that is neither 0 nor 1 is refused, before
     *           anything is made.
     * EXAMPLE   a = [[0, 1], [1, 0]]   b = [[0, 1]]   ->   [[0, 1], [0, 0]]
     * HOLDS     combine(a, b) is combine(b, a); combine(a, a) is a; a mask of ones changes
     *           nothing.
     * YOU HAVE  mask_check_entries (attention_shared.h); shape.h, kernels.h
     * THINK     why refuse a 0.5, if the result of two masks is to be a mask? And why look at the
     *           entries of both, and not at those of the result? */
    return todo("12.2 mask_causal");
}
