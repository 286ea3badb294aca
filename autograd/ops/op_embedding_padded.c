/* op_embedding_padded.c - a lookup in which one id only fills up short sequences.
 *
 * Its row is looked up as any other, but learns nothing: where ids name it, what was looked up is
 * detached.
 */
#include <string.h>
#include "autograd.h"

/* 1 where an id is the padding, (..., 1) beside rows (..., C). */
static Tensor *padding_mask(const Tensor *rows, const IntTensor *ids, int padding)
{
    long shape[TENSOR_MAX_AXES];
    memcpy(shape, ids->shape, sizeof shape);
    shape[ids->ndim] = 1;
    Tensor *mask = tensor_new(rows->ndim, shape);
    for (long i = 0, n = tensor_numel(mask); i < n; i++)
        mask->data[i] = ids->data[i] == padding;
    return mask;
}

Tensor *tensor_embedding_padded(Tensor *table, const IntTensor *ids, int padding)
{
    Tensor *rows = tensor_embedding(table, ids);
    int V = (int)table->shape[0];
    if (padding < -V || padding >= V)
        fail("tensor_embedding_padded: padding is %d, expected an id of a table of %d rows",
             padding, V);
    Tensor *mask = padding_mask(rows, ids, padding < 0 ? padding + V : padding);
    return tensor_where(mask, tensor_detach(rows), rows);
}
