/* gather_check.c - ids and indices that name nothing, and shapes that do not fit theirs. */
#include "gather.h"

void gather_check_ids(const char *operation, const char *what, const IntTensor *ids, long size)
{
    for (long i = 0, n = int_tensor_numel(ids); i < n; i++)
        if (ids->data[i] < 0 || ids->data[i] >= size)
            fail("%s: %s %d at position %ld is outside [0, %ld)", operation, what, ids->data[i], i,
                 size);
}

void lookup_check(const Tensor *t, const Tensor *table, const IntTensor *ids)
{
    if (table->ndim != 2)
        fail("tensor_embedding: the table has shape %s, expected (V, C)", tensor_shape_text(table));
    if (t->ndim != ids->ndim + 1 || !shape_equal(ids->ndim, ids->shape, ids->ndim, t->shape) ||
        t->shape[t->ndim - 1] != table->shape[1])
        fail("tensor_embedding: rows of shape %s do not fit ids %s and a table %s",
             tensor_shape_text(t), shape_text(ids->ndim, ids->shape), tensor_shape_text(table));
}

void lookup_check_output(const Tensor *out, const Tensor *table, const IntTensor *ids)
{
    lookup_check(out, table, ids);
    if (!tensor_is_contiguous(out))
        fail("tensor_embedding: the output %s is a view; its rows must be contiguous. hint: "
             "tensor_new makes one for embedding_kernel to fill",
             tensor_shape_text(out));
}

void lookup_check_shapes(const Tensor *table, const IntTensor *ids)
{
    if (table->ndim != 2)
        fail("tensor_embedding: the table has shape %s, expected (vocabulary, channels)",
             tensor_shape_text(table));
    if (ids->ndim + 1 > TENSOR_MAX_AXES)
        fail("tensor_embedding: ids of shape %s leave no axis for the channels",
             shape_text(ids->ndim, ids->shape));
}
