/* op_embedding.c - rows of a table by their ids, recorded. */
#include "op.h"
#include "gather.h"

static const Operation embedding_op = {.name = "embedding", .backward = embedding_backward};

Tensor *tensor_embedding(Tensor *table, const IntTensor *ids)
{
    lookup_check_shapes(table, ids);

    long shape[TENSOR_MAX_AXES];
    for (int d = 0; d < ids->ndim; d++)
        shape[d] = ids->shape[d];
    shape[ids->ndim] = table->shape[1];
    Tensor *y = tensor_zeros(ids->ndim + 1, shape);
    embedding_kernel(y, table, ids);
    return closure_record(y, &embedding_op, INPUTS(table), CAPTURE(EmbeddingCapture, ids));
}
