/* op_softmax.c - probabilities along an axis, whichever it is; a row of them is softmax_backward_row. */
#include "op.h"
#include "along_axis.h"

static void softmax_backward(Closure *c, Tensor *dy)
{
    Tensor *y = c->out, *dx = tensor_new_like(y);
    along_axis("tensor_softmax", dx, dy, y, axis_of(c), softmax_backward_row, false);
    grad_add(c->in[0], dx);
}

static const Operation softmax_op = {
    .name = "softmax", .backward = softmax_backward, .describe = describe_axis};

Tensor *tensor_softmax(Tensor *a, int axis)
{
    return axis_operation("tensor_softmax", a, axis, &softmax_op, softmax_kernel);
}
