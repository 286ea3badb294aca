/* text_dataset.c - windows of a text, each with the text one token later as its labels. */
#include "data_parts.h"
#include <string.h>

void fetch_windows(const Dataset *d, long n, const long *indices, Batch *batch)
{
    const TextDataset *text = (const TextDataset *)d;
    long T = text->context;

    memset(batch, 0, sizeof *batch);
    batch->size = n;
    batch->ids = int_tensor_new(SHAPE(n, T));
    batch->labels = int_tensor_new(SHAPE(n, T));
    for (long i = 0; i < n; i++) {
        for (long t = 0; t < T; t++) {
            long place = indices[i] + t;
            batch->ids->data[i * T + t] = text->tokens[place];
            batch->labels->data[i * T + t] = text->tokens[place + 1];
        }
    }
}
