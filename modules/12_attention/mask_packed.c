/* mask_packed.c - a mask for several documents in one row of tokens.
 *
 * Invariant: a mask holds only 0 and 1.
 */
#include "attention_shared.h"
#include "todo.h"

/* ---- 12.11 --------------------------------------------------------------------------------------- */

Tensor *mask_packed(const IntTensor *documents)
{
    mask_check_documents(documents); /* given */

    /* TODO: which token may see which, if a row of T tokens holds several documents.
     *
     * CONTRACT  documents (B, T) has the number of the document that token i of row b belongs
     *           to. Any number but 0; tokens of one document need not be neighbours. 0 is a
     *           shared token: no document's, and all may see it. No token sees a later one.
     *           Nothing in one document may ever reach another, through however many layers of
     *           attention with this mask. Whether one token may see another depends on their
     *           places and numbers alone, whatever else stands in the row. What these rules leave
     *           is allowed. The shape broadcasts to scores (B, H, T, T) for every H; named "packed
     *           mask".
     * EXAMPLE   documents = {{0, 7, 7, 3}}:   1 0 0 0
     *                                         1 1 0 0
     *                                         1 1 1 0
     *                                         1 0 0 1
     * HOLDS     one document alone, no shared tokens: the mask of mask_causal. Other numbers for
     *           the same documents change nothing. Every token sees itself.
     * YOU HAVE  tensor_named(t, name) returns t
     * THINK     draw an arrow from each token to those that it sees, for {{5, 0, 9}}. Two layers
     *           are two arrows, one after the other: where can you get from the last token? */
    return todo("12.11 mask_packed");
}
