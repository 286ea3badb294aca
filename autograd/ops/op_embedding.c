/* op_embedding.c - rows of a table by their ids, recorded. The way back is embedding_backward.c. */
#include "op.h"
#include "gather.h"

static const Operation embedding_op = {.name = "embedding",
                                       .backward = embedding_backward,
                                       .saved_ids = 1,
                                       .picks = true,
                                       .flops = flops_none};

EXERCISE
Tensor *tensor_embedding(Tensor *table, const IntTensor *ids)
{
    lookup_check_shapes(table, ids);
    long shape[TENSOR_MAX_AXES];
    for (int d = 0; d < ids->ndim; d++)
        shape[d] = ids->shape[d];
    shape[ids->ndim] = table->shape[1];
    Tensor *out = tensor_new(ids->ndim + 1, shape);
    embedding_kernel(out, table, ids);
    return closure_record(out, &embedding_op, INPUTS(table), CAPTURE(EmbeddingCapture, ids));
}
