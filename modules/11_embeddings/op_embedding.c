/* op_embedding.c - rows of a table by their ids; backward adds each share to the row it was copied from.
 *
 * An id that was looked up twice gets both shares: that is what scatter-add means.
 */
#include "autograd.h"
#include "gather.h"
#include "todo.h"

/* ---- 11.4: write 11.3 below first ------------------------------------------------------------------ */

/* given: what backward needs besides the table */
typedef struct {
    const IntTensor *ids;
} EmbeddingCapture;

static void embedding_backward(Closure *c, Tensor *dy)
{
    /* TODO: hand the table its gradient: row ids[i] gets row i of dy.
     *
     * APPROACH
     *   1. const EmbeddingCapture *capture = c->capture holds what you captured in 11.3: the ids.
     *   2. The table is c->in[0]. Tensor *dtable = grad_buffer(c->in[0], NULL) is its own gradient, to
     *      add to: zeros if this is the first share, else with the shares of others in it. No second
     *      table of the same size is needed.
     *   3. embedding_scatter_add (11.2).
     *
     * EXAMPLE
     *   table (4, 2), ids = [0, 2, 0], dy = [[1, 2], [3, 4], [10, 20]]
     *   table->grad = [[11, 22], [0, 0], [3, 4], [0, 0]]
     *   A second lookup of the same table adds to this; it does not start again.
     *
     * HINT: three lines, and no grad_add. Whole numbers have no gradient: the ids get nothing. */
    todo("11.4 embedding_backward");
}

/* ---- 11.3 ---------------------------------------------------------------------------------------- */

Tensor *tensor_embedding(Tensor *table, const IntTensor *ids)
{
    lookup_check_shapes(table, ids); /* given */

    /* TODO: table (V, C) and ids (...) -> (..., C), recorded.
     *
     * APPROACH
     *   1. The shape of the result: all axes of ids, then C. Fill long shape[TENSOR_MAX_AXES].
     *   2. A new tensor of that shape, with ids->ndim + 1 axes; embedding_kernel (11.1) fills it.
     *   3. Above this function: static const Operation embedding_op, with .name "embedding" and
     *      .backward embedding_backward.
     *   4. closure_record(out, &embedding_op, INPUTS(table), ...) returns out. The ids are no input:
     *      inputs are what gradients flow to.
     *   5. But backward will need the ids: CAPTURE(EmbeddingCapture, ids) in place of the dots.
     *
     * EXAMPLE
     *   table (5, 4), ids (2, 3)   ->   (2, 3, 4): a vector of 4 for each of the 2 * 3 tokens
     *
     * HINT: tensor_gather in autograd/ops/op_gather.c is made the same way. */
    return todo("11.3 tensor_embedding");
}
