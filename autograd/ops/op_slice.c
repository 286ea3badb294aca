/* op_slice.c - a part of a tensor, as a view. Only that part of the input gets a gradient. */
#include "autograd.h"

typedef struct {
    int axis;
    long start, stop, step;
} SliceCapture;

static void slice_captured(Tensor *out, const Tensor *a, const void *capture)
{
    const SliceCapture *part = capture;
    slice_view(out, a, part->axis, part->start, part->stop, part->step);
}

static void describe_slice(const Closure *c, char *text, size_t size)
{
    const SliceCapture *part = c->capture;
    size_t used = (size_t)snprintf(text, size, "axis %d, %ld:", part->axis, part->start);
    if (part->stop != SLICE_END && used < size)
        used += (size_t)snprintf(text + used, size - used, "%ld", part->stop);
    if (part->step != 1 && used < size)
        snprintf(text + used, size - used, ":%ld", part->step);
}

static const Operation slice_op = {
    .name = "slice", .backward = view_backward, .view = slice_captured, .describe = describe_slice};

Tensor *tensor_slice(Tensor *a, int axis, long start, long stop, long step)
{
    axis = tensor_axis("tensor_slice", axis, a);
    return closure_record_view(a, &slice_op, CAPTURE(SliceCapture, axis, start, stop, step));
}

Tensor *tensor_select(Tensor *a, int axis, long index)
{
    axis = tensor_axis("tensor_select", axis, a);
    long size = a->shape[axis];
    if (index < -size || index >= size)
        fail("tensor_select: index %ld is outside axis %d of shape %s, which has %ld elements",
             index, axis, tensor_shape_text(a), size);
    if (index < 0)
        index += size;
    return tensor_squeeze(tensor_slice(a, axis, index, index + 1, 1), axis);
}
