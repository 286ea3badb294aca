/* text_dataset.c - windows of a text, each with the right answers to what it asks.
 *
 * With a causal mask, one window is T predictions.
 */
#include "data_parts.h"
#include "todo.h"
#include <string.h>

/* ---- 05.1 ------------------------------------------------------------------------------------ */

void fetch_windows(const Dataset *d, long n, const long *indices, Batch *batch)
{
    /* TODO: a batch of n windows of a text: T tokens each, and the right answer at each of them.
     *
     * CONTRACT  row i of ids is the T tokens from place indices[i] on; a label is the right answer
     *           for one who has read so far, and is asked what comes. T is the context of the
     *           dataset; d is the first member of a TextDataset. The batch may hold anything:
     *           afterwards it has a size, ids and labels, and nothing else. Nothing behind the
     *           text is read.
     * EXAMPLE   tokens = 5 6 7 8 9, context 3, indices = [1, 0]: ids = [[6, 7, 8], [5, 6, 7]]; all
     *           six labels together are 45
     * YOU HAVE  int_tensor_new(SHAPE(n, T)), whose ->data is row after row; (const TextDataset
     *           *)d: tokens, context; memcpy
     * THINK     how do you set one member of a struct, and clear all others? memcpy counts in
     *           bytes: how many are T tokens? */
    todo("05.1 fetch_windows");
}
