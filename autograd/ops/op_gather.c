/* op_gather.c - pick by whole numbers; backward adds each share where it was picked from.
 *
 * An element that was picked twice gets both shares.
 */
#include "op.h"
#include "autograd.h"
#include "gather.h"

typedef struct {
    const IntTensor *index;
    int axis;
} GatherCapture;

static void gather_backward(Closure *c, Tensor *dy)
{
    const GatherCapture *capture = c->capture;
    Tensor *da = grad_buffer(c->in[0], NULL);
    scatter_add_kernel(da, capture->axis, capture->index, dy);
}

static const Operation gather_op = {.name = "gather",
                                    .backward = gather_backward,
                                    .saved_ids = 1,
                                    .picks = true,
                                    .flops = flops_none};

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
    return closure_record(out, &gather_op, INPUTS(a), CAPTURE(GatherCapture, index, axis));
}

static void scatter_add_backward(Closure *c, Tensor *dy)
{
    const GatherCapture *capture = c->capture;
    grad_add(c->in[0], dy);
    if (c->in[1]->requires_grad)
        grad_add(c->in[1], tensor_gather(dy, capture->axis, capture->index));
}

static const Operation scatter_add_op = {
    .name = "scatter_add", .backward = scatter_add_backward, .saved_ids = 1};

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
                          CAPTURE(GatherCapture, index, axis));
}

/* ---- steps along an axis, in any order and as often as wanted -------------------------------- */

/* Along the first axis this is a lookup: steps are rows of a table, whatever their shape. Another
 * axis is brought there and back. */
Tensor *tensor_index_select(Tensor *a, int axis, const IntTensor *index)
{
    axis = tensor_axis("tensor_index_select", axis, a);
    if (index->ndim != 1)
        fail("tensor_index_select: the index has shape %s, expected one axis",
             shape_text(index->ndim, index->shape));
    gather_check_ids("tensor_index_select", "index", index, a->shape[axis]);
    Tensor *first = tensor_transpose(a, 0, axis);
    long steps = first->shape[0], size = shape_numel(first->ndim - 1, first->shape + 1);
    long shape[TENSOR_MAX_AXES] = {index->shape[0]};
    for (int d = 1; d < a->ndim; d++)
        shape[d] = first->shape[d];
    Tensor *rows = tensor_embedding(tensor_reshape(first, SHAPE(steps, size)), index);
    return tensor_transpose(tensor_reshape(rows, a->ndim, shape), 0, axis);
}
