/* text_dataset.c - windows of a text, each with the text one token later as its labels.
 *
 *     tokens   t h e _ c a t         context 4, example 1:
 *     ids        h e _ c             after "h" comes "e", after "he" comes "_", ...
 *     labels       e _ c a
 *
 * With a causal mask, one window is T predictions.
 *
 * Invariant: a window never reaches past the text, so there are n_tokens - context of them.
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

static void destroy(Dataset *d)
{
    owned_free(d);
}

Dataset *text_dataset_new(const int *tokens, long n_tokens, long context)
{
    if (context < 1)
        fail("text_dataset_new: context is %ld, expected at least 1", context);
    if (n_tokens <= context)
        fail("text_dataset_new: %ld tokens are too few for a context of %ld, which needs %lu. "
             "hint: a longer text or a shorter context",
             n_tokens, context, (unsigned long)context + 1);
    TextDataset *t = owned_alloc(sizeof *t);
    t->dataset = (Dataset){.count = n_tokens - context, .fetch = fetch_windows, .destroy = destroy};
    t->tokens = tokens;
    t->context = context;
    return &t->dataset;
}
