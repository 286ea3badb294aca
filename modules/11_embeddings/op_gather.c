/* op_gather.c - pick by whole numbers; backward adds each share where it was picked from.
 *
 * An id that was picked twice gets both shares: that is what scatter-add means.
 */
#include "autograd.h"
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
    /* given */
    if (table->ndim != 2)
        fail("tensor_embedding: the table has shape %s, expected (vocabulary, channels)",
             tensor_shape_text(table));
    if (ids->ndim + 1 > TENSOR_MAX_AXES)
        fail("tensor_embedding: ids of shape %s leave no axis for the channels",
             shape_text(ids->ndim, ids->shape));

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
     * HINT: the function tensor_gather below has the same shape. */
    return todo("11.3 tensor_embedding");
}

/* ---- gather, scatter_add: given ------------------------------------------------------------------ */

typedef struct {
    int axis;
    const IntTensor *index;
} GatherCapture;

static void gather_backward(Closure *c, Tensor *dy)
{
    const GatherCapture *capture = c->capture;
    Tensor *da = grad_buffer(c->in[0], NULL);
    scatter_add_kernel(da, capture->axis, capture->index, dy);
}

static const Operation gather_op = {.name = "gather", .backward = gather_backward};

/* index must have a's axes, and, but for the picked one, no more than a's sizes. */
static void check_index(const char *operation, const Tensor *a, int axis, const IntTensor *index)
{
    bool fits = index->ndim == a->ndim;
    for (int d = 0; fits && d < a->ndim; d++)
        fits = d == axis || index->shape[d] <= a->shape[d];
    if (!fits)
        fail("%s: the index has shape %s; along every axis but %d it must fit into %s", operation,
             shape_text(index->ndim, index->shape), axis, tensor_shape_text(a));
}

Tensor *tensor_gather(Tensor *a, int axis, const IntTensor *index)
{
    axis = tensor_axis("tensor_gather", axis, a);
    check_index("tensor_gather", a, axis, index);
    Tensor *out = tensor_new(index->ndim, index->shape);
    gather_kernel(out, a, axis, index);
    return closure_record(out, &gather_op, INPUTS(a), CAPTURE(GatherCapture, axis, index));
}

static void scatter_add_backward(Closure *c, Tensor *dy)
{
    const GatherCapture *capture = c->capture;
    grad_add(c->in[0], dy);
    if (c->in[1]->requires_grad)
        grad_add(c->in[1], tensor_gather(dy, capture->axis, capture->index));
}

static const Operation scatter_add_op = {.name = "scatter_add", .backward = scatter_add_backward};

Tensor *tensor_scatter_add(Tensor *a, int axis, const IntTensor *index, Tensor *source)
{
    axis = tensor_axis("tensor_scatter_add", axis, a);
    check_index("tensor_scatter_add", a, axis, index);
    if (!shape_equal(source->ndim, source->shape, index->ndim, index->shape))
        fail("tensor_scatter_add: the source has shape %s, expected the index's %s",
             tensor_shape_text(source), shape_text(index->ndim, index->shape));
    Tensor *out = tensor_new_like(a);
    copy_kernel(out, a);
    scatter_add_kernel(out, axis, index, source);
    return closure_record(out, &scatter_add_op, INPUTS(a, source),
                          CAPTURE(GatherCapture, axis, index));
}
