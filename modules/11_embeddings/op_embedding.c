/* op_embedding.c - rows of a table by their ids, recorded. The way back is embedding_backward.c. */
#include "op.h"
#include "gather.h"
#include "todo.h"

Tensor *tensor_embedding(Tensor *table, const IntTensor *ids)
{
    lookup_check_shapes(table, ids); /* given */

    /* TODO: table (V, C) and ids (...) -> (..., C), recorded.
     *
     * APPROACH
     *   1. The shape of the result: all axes of ids, then C. Fill long shape[TENSOR_MAX_AXES].
     *   2. A new tensor of that shape, with ids->ndim + 1 axes; embedding_kernel (11.1) fills it.
     *   3. Above this function: static const Operation embedding_op, with .name "embedding" and
     *      .backward embedding_backward (11.4, the other file).
     *   4. closure_record(out, &embedding_op, INPUTS(table), ...) returns out. The ids are no input:
     *      inputs are what gradients flow to.
     *   5. But backward will need the ids: CAPTURE(EmbeddingCapture, ids) in place of the dots
     *      (op.h has the struct).
     *
     * EXAMPLE
     *   table (5, 4), ids (2, 3)   ->   (2, 3, 4): a vector of 4 for each of the 2 * 3 tokens
     *
     * HINT: tensor_gather in autograd/ops/op_gather.c is made the same way. */
    return todo("11.3 tensor_embedding");
}
