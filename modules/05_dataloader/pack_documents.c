/* pack_documents.c - documents of many lengths in rows of one length. */
#include "data_parts.h"
#include "todo.h"

/* ---- 05.7 ----------------------------------------------------------------------------------- */

IntTensor *pack_documents(long n, const long *length, long T, Rng *rng)
{
    pack_documents_check(n, length, T); /* given: T >= 1, no length is below 0 */

    /* TODO: rows of T places in which all documents stand.
     *
     * CONTRACT  n documents lie one behind the other in a text; document i has length[i] tokens,
     *           perhaps none, perhaps more than T. The result is (rows, T): the number of the
     *           token that stands there, counted from the start of the text, or -1 where none
     *           does. Each token stands in one place. Which document comes early and which late
     *           is left to chance: rng decides, and moves on.
     * BUDGET    any such rows: 6 points. Where most documents fill half a row or less, at most
     *           1.05 times as many rows as the tokens would fill: 4 more. Of documents that can be
     *           packed without any padding, at most 1.02 times as many rows, and no document cut
     *           that is no longer than a row, a longer one no oftener than it must be: the last 6.
     *           A cut is where token t + 1 of a document does not stand right behind token t.
     * EXAMPLE   T = 4, lengths 3, 2, 0, 1, 2: the text is 0 1 2, 3 4, nothing, 5, 6 7.
     *           Four rows of one document each are half empty; [3, 4, 6, 7], [0, 1, 2, 5] are full
     * HOLDS     the same state of rng, the same rows. No tokens, no rows.
     * YOU HAVE  int_tensor_new(SHAPE(rows, T)); scope_alloc; what you wrote for 05.2 and 05.3
     * THINK     what does a cut cost the network that reads the second part, and what does padding
     *           cost? Two documents have room beside each other or not: which ones should look
     *           for a place first, those that fit nearly everywhere? */
    (void)rng;
    return todo("05.7 pack_documents");
}
