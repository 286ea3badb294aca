/* op_join.c - concatenate, stack, split: each part gets its own slice of the gradient. */
#include "op.h"

static void concat_backward(Closure *c, Tensor *dy)
{
    int axis = axis_of(c);
    long begin = 0;
    for (int i = 0; i < c->n_in; i++) {
        long end = begin + c->in[i]->shape[axis];
        grad_add(c->in[i], tensor_slice(dy, axis, begin, end, 1));
        begin = end;
    }
}

static const Operation concat_op = {
    .name = "concat", .backward = concat_backward, .describe = describe_axis, .flops = flops_none};

Tensor *tensor_concat(int n, Tensor *const parts[], int axis)
{
    long shape[TENSOR_MAX_AXES];
    int ndim = concat_shape("tensor_concat", n, parts, axis, shape);
    Tensor *out = tensor_new(ndim, shape);
    concat_kernel(out, n, parts, axis);
    axis = tensor_axis("tensor_concat", axis, parts[0]);
    return closure_record(out, &concat_op, n, parts, CAPTURE(AxisCapture, axis));
}

Tensor *tensor_stack(int n, Tensor *const parts[], int axis)
{
    if (n < 1)
        fail("tensor_stack: no tensors given");
    Tensor **rows = scope_alloc(scope_current(), (size_t)n * sizeof *rows);
    for (int i = 0; i < n; i++) {
        if (!tensor_same_shape(parts[i], parts[0]))
            fail(
                "tensor_stack: tensor 0 has shape %s and tensor %d has shape %s; all must be alike",
                tensor_shape_text(parts[0]), i, tensor_shape_text(parts[i]));
        rows[i] = tensor_unsqueeze(parts[i], axis);
    }
    return tensor_concat(n, rows, axis);
}

void tensor_split(Tensor *a, int n, const long *sizes, int axis, Tensor *parts[])
{
    axis = tensor_axis("tensor_split", axis, a);
    long left = a->shape[axis], begin = 0;
    for (int i = 0; i < n; i++) {
        if (sizes[i] < 0)
            fail("tensor_split: size %d is %ld", i, sizes[i]);
        if (sizes[i] > left)
            fail("tensor_split: sizes up to number %d are more than the %ld of axis %d of %s", i,
                 a->shape[axis], axis, tensor_shape_text(a));
        left -= sizes[i];
    }
    if (left > 0)
        fail("tensor_split: the sizes add up to %ld, but axis %d of %s has %ld",
             a->shape[axis] - left, axis, tensor_shape_text(a), a->shape[axis]);
    for (int i = 0; i < n; i++) {
        parts[i] = tensor_slice(a, axis, begin, begin + sizes[i], 1);
        begin += sizes[i];
    }
}
