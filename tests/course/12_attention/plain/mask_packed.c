/* mask_packed.c - a mask for several documents in one row: from the causal one, what must not be is taken away. */
#include "attention_shared.h"

static bool same_document(const IntTensor *documents, long b, long i, long j)
{
    long T = documents->shape[1];
    return documents->data[b * T + i] == documents->data[b * T + j];
}

static bool is_shared(const IntTensor *documents, long b, long i)
{
    return documents->data[b * documents->shape[1] + i] == 0;
}

Tensor *mask_packed(const IntTensor *documents)
{
    mask_check_documents(documents);

    long B = documents->shape[0], T = documents->shape[1];
    Tensor *mask = tensor_zeros(SHAPE(B, 1, T, T));
    for (long b = 0; b < B; b++) {
        for (long i = 0; i < T; i++) {
            for (long j = 0; j <= i; j++) {
                if (same_document(documents, b, i, j))
                    tensor_set(mask, AT(b, 0, i, j), 1);
                else if (is_shared(documents, b, j))
                    tensor_set(mask, AT(b, 0, i, j), 1);
            }
        }
    }
    return tensor_named(mask, "packed mask");
}
