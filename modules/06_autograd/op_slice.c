/* op_slice.c - a part of a tensor, as a view: start, start + step, ... before stop. */
#include "autograd.h"
#include "todo.h"

/* ---- 06.9 ------------------------------------------------------------------------------------ */

static void slice_backward(Closure *c, Tensor *dout)
{
    /* TODO: what was cut out gets its gradient; what was left behind gets 0.
     *
     * APPROACH
     *   1. Make a tensor of zeros in the shape of the input c->in[0]: tensor_zeros.
     *   2. Take the same slice of it. tensor_slice below wrote down what it did: axis in
     *      c->attr[0].i, start in attr[1].i, stop in attr[2].i, step in attr[3].i. A slice is a
     *      view: who writes into it writes into the zeros.
     *   3. copy_forward(part, dout), then grad_add the whole.
     *
     * EXAMPLE
     *   a has 4 numbers, y = a[1:3], dout = [10, 20]:  da = [0, 10, 20, 0]
     *
     * HINT: two slices of one tensor give two shares, and grad_add adds them: do not write into
     * in[0]->grad yourself. */
    todo("06.9 slice_backward");
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
