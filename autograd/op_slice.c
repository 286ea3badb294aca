/* op_slice.c - a part of a tensor, as a view. Only that part of the input gets a gradient. */
#include "autograd.h"

/* Add into the same slice of the input's gradient; what lies outside gets nothing. */
static void slice_backward(Closure *c, Tensor *dout)
{
    Tensor *a = c->in[0];
    real beta;
    Tensor *da = grad_buffer(a, &beta);
    if (beta == 0)
        tensor_fill(da, 0);
    Tensor *part = tensor_slice(da, (int)c->attr[0].i, c->attr[1].i, c->attr[2].i, c->attr[3].i);
    axpy_forward(part, 1, dout);
}

static void describe_slice(const Closure *c, char *text, size_t size)
{
    long start = c->attr[1].i, stop = c->attr[2].i, step = c->attr[3].i;
    size_t used = (size_t)snprintf(text, size, "axis %ld, %ld:", c->attr[0].i, start);
    if (stop != SLICE_END && used < size)
        used += (size_t)snprintf(text + used, size - used, "%ld", stop);
    if (step != 1 && used < size)
        snprintf(text + used, size - used, ":%ld", step);
}

static const Operation slice_op = {
    .name = "slice", .backward = slice_backward, .is_view = true, .describe = describe_slice};

Tensor *tensor_slice(Tensor *a, int axis, long start, long stop, long step)
{
    Tensor *out = tensor_new_view(a);
    slice_forward(out, a, axis, start, stop, step);
    Closure *c = record(out, &slice_op, INPUTS(a));
    if (c != NULL) {
        c->attr[0].i = axis_index("tensor_slice", axis, a);
        c->attr[1].i = start;
        c->attr[2].i = stop;
        c->attr[3].i = step;
    }
    return out;
}

Tensor *tensor_select(Tensor *a, int axis, long index)
{
    axis = axis_index("tensor_select", axis, a);
    long size = a->shape[axis];
    if (index < -size || index >= size)
        fail("tensor_select: index %ld is outside axis %d of shape %s, which has %ld elements",
             index, axis, tensor_shape_text(a), size);
    if (index < 0)
        index += size;
    return tensor_squeeze(tensor_slice(a, axis, index, index + 1, 1), axis);
}
