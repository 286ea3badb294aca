/* op_embedding.c - rows of a table by their ids; backward adds each share to the row it was copied from.
 *
 * An id that was looked up twice gets both shares: that is what scatter-add means.
 */
#include "autograd.h"
#include "gather.h"

typedef struct {
    const IntTensor *ids;
} EmbeddingCapture;

static void embedding_backward(Closure *c, Tensor *dy)
{
    const EmbeddingCapture *capture = c->capture;
    Tensor *dtable = grad_buffer(c->in[0], NULL);
    embedding_scatter_add(dtable, dy, capture->ids);
}

static const Operation embedding_op = {.name = "embedding", .backward = embedding_backward};

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
