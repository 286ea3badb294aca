/* data_parts.h - the parts of datasets and loaders, for their own files. */
#ifndef KINDLING_DATA_PARTS_H
#define KINDLING_DATA_PARTS_H

#include "nn.h"

/* ---- tensor_dataset.c (05) ------------------------------------------------------------------- */

/* Row i of out is a copy of row indices[i] of in, for i below n. A row is `row` bytes. */
void pick_rows(void *out, const void *in, size_t row, long n, const long *indices);

/* ---- text_dataset.c (05) --------------------------------------------------------------------- */

typedef struct {
    Dataset dataset;
    const int *tokens; /* borrowed */
    long context;
} TextDataset;

/* d is a TextDataset's: windows of its text as ids, and how the text goes on as labels. */
void fetch_windows(const Dataset *d, long n, const long *indices, Batch *batch);

/* ---- loader.c (05) --------------------------------------------------------------------------- */

void loader_draw_order(DataLoader *l); /* l->order: that of epoch l->epoch */

/* ---- pack_documents.c (05) ------------------------------------------------------------------- */

/* Documents that lie one behind the other in a text, of length[i] >= 0 tokens each, in rows of
 * T >= 1 places: (rows, T), which token of the text stands there, or -1. Each token stands in one
 * place, and rng decides what comes early. Few places are empty, and few documents cut. */
IntTensor *pack_documents(long n, const long *length, long T, Rng *rng);
void pack_documents_check(long n, const long *length, long T);

#endif
