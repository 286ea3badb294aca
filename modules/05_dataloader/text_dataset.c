/* text_dataset.c - windows of a text, each with the text one token later as its labels.
 *
 *     tokens   t h e _ c a t         context 4, example 1:
 *     ids        h e _ c             after "h" comes "e", after "he" comes "_", ...
 *     labels       e _ c a
 *
 * With a causal mask, one window is T predictions.
 */
#include "data_parts.h"
#include "todo.h"
#include <string.h>

/* ---- 05.2 ------------------------------------------------------------------------------------ */

void fetch_windows(const Dataset *d, long n, const long *indices, Batch *batch)
{
    /* TODO: a batch of n windows. Row i of ids is the T tokens from place indices[i] of the text on;
     * row i of labels is the same, one token later.
     *
     * APPROACH
     *   1. d is the first member of a TextDataset, so (const TextDataset *)d is the whole of it: its
     *      tokens and its context, T.
     *   2. The batch may hold anything: *batch = (Batch){.size = n}; sets the size and clears the rest.
     *   3. ids and labels are int tensors (n, T): int_tensor_new. Their ->data is row after row.
     *   4. For each i, T tokens from tokens + indices[i] into row i of ids, and T tokens from one
     *      further into row i of labels: two calls of memcpy, or a loop over t.
     *
     * EXAMPLE
     *   tokens = 5 6 7 8 9, context 3, indices = [1, 0]
     *   ids    = [[6, 7, 8], [5, 6, 7]]
     *   labels = [[7, 8, 9], [6, 7, 8]]: what comes after each of them
     *
     * HINT: memcpy counts in bytes: T * sizeof(int). */
    todo("05.2 fetch_windows");
}
