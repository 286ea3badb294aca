/* text_dataset.c - windows of a text, each with the text one token later as its labels.
 *
 *     tokens   t h e _ c a t         context 4, example 1:
 *     ids        h e _ c             after "h" comes "e", after "he" comes "_", ...
 *     labels       e _ c a
 *
 * With a causal mask, one window is T predictions.
 */
#include "data_parts.h"
#include <string.h>

EXERCISE
void fetch_windows(const Dataset *d, long n, const long *indices, Batch *batch)
{
    const TextDataset *t = (const TextDataset *)d;
    long T = t->context;
    *batch = (Batch){.size = n};
    batch->ids = int_tensor_new(SHAPE(n, T));
    batch->labels = int_tensor_new(SHAPE(n, T));
    for (long i = 0; i < n; i++) {
        const int *window = t->tokens + indices[i];
        memcpy(batch->ids->data + i * T, window, (size_t)T * sizeof *window);
        memcpy(batch->labels->data + i * T, window + 1, (size_t)T * sizeof *window);
    }
}
