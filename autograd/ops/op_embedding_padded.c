/* op_embedding_padded.c - a lookup in which one id only fills up short sequences.
 *
 * Its row is looked up as any other, but gets no gradient: it stays what it is.
 */
#include <string.h>
#include "op.h"
#include "gather.h"

typedef struct {
    EmbeddingCapture lookup; /* first: embedding_backward reads it */
    int padding;             /* from 0 */
} PaddedCapture;

static void padded_backward(Closure *c, Tensor *dy)
{
    const PaddedCapture *capture = c->capture;
    const IntTensor *ids = capture->lookup.ids;
    Tensor *kept = tensor_new_like(dy);
    long C = dy->shape[dy->ndim - 1];
    copy_kernel(kept, dy);
    for (long i = 0, n = int_tensor_numel(ids); i < n; i++)
        if (ids->data[i] == capture->padding)
            memset(kept->data + i * C, 0, (size_t)C * sizeof(real));
    embedding_backward(c, kept);
}

static void describe_padding(const Closure *c, char *text, size_t size)
{
    const PaddedCapture *capture = c->capture;
    snprintf(text, size, "padding %d", capture->padding);
}

static const Operation padded_op = {
    .name = "embedding", .backward = padded_backward, .describe = describe_padding};

Tensor *tensor_embedding_padded(Tensor *table, const IntTensor *ids, int padding)
{
    lookup_check_shapes(table, ids);
    long V = table->shape[0], shape[TENSOR_MAX_AXES];
    if (padding < -V || padding >= V)
        fail("tensor_embedding_padded: padding is %d, expected an id of a table of %ld rows",
             padding, V);
    for (int d = 0; d < ids->ndim; d++)
        shape[d] = ids->shape[d];
    shape[ids->ndim] = table->shape[1];
    Tensor *out = tensor_new(ids->ndim + 1, shape);
    embedding_kernel(out, table, ids);
    int row = padding < 0 ? padding + (int)V : padding;
    return closure_record(out, &padded_op, INPUTS(table), CAPTURE(PaddedCapture, {ids}, row));
}
