/* op_embedding.c - rows of a table by their ids, recorded, and the way back.
 *
 * Backward each share goes to the row that it was copied from. An id that was looked up twice gets
 * both shares: that is what scatter-add means.
 */
#include <string.h>
#include "op.h"
#include "gather.h"
#include "autograd.h"

EXERCISE
void embedding_backward(Closure *c, Tensor *dy)
{
    const EmbeddingCapture *capture = c->capture;
    Tensor *dtable = grad_buffer(c->in[0], NULL);
    embedding_scatter_add(dtable, dy, capture->ids);
}

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

/* ---- one id only fills up short sequences ---------------------------------------------------- */

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

/* Its row is looked up as any other, but learns nothing: where ids name it, what was looked up is
 * detached. */
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
