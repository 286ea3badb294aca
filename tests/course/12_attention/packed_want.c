/* packed_want.c - 12.11: who hears of whom, by asking for every pair. */
#include "want.h"

/* What stands in a document reaches only this one; a shared token reaches all that come later. */
static real is_allowed(const int *row, long i, long j)
{
    bool free = row[j] == 0 || row[j] == row[i];
    return free && j < i + 1;
}

Tensor *packed_want(const IntTensor *documents)
{
    long T = documents->shape[1];
    Tensor *t = blank(SHAPE(documents->shape[0], 1, T, T));
    for (long k = 0; k < plain_numel(t); k++)
        t->data[k] = is_allowed(documents->data + k / (T * T) * T, k / T % T, k % T);
    return t;
}

Tensor *packed_rows_want(const IntTensor *documents, bool shared)
{
    Tensor *t = packed_want(documents);
    for (long k = 0; k < plain_numel(t); k++)
        if ((documents->data[k / documents->shape[1]] == 0) != shared)
            t->data[k] = 0;
    return t;
}

/* After any number of layers nobody has heard of more than after one. */
Tensor *packed_heard_want(const IntTensor *documents)
{
    long T = documents->shape[1];
    return plain_reshape(packed_want(documents), SHAPE(documents->shape[0], T, T));
}
