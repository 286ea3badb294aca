/* op_sum.c - sums over axes.
 *
 * Every element of a sum has derivative 1, so the gradient of the result is repeated for each of
 * them: summing forward is broadcasting backward.
 */
#include "op.h"

static void sum_backward(Closure *c, Tensor *dy)
{
    Tensor *a = c->in[0];
    grad_add(a, tensor_expand(with_reduced_axes(c, dy), a->ndim, a->shape));
}

static const Operation sum_op = {
    .name = "sum", .backward = sum_backward, .describe = describe_reduction};

Tensor *tensor_sum(Tensor *a, int n, const int *axes, bool keepdims)
{
    Tensor *out = reduction_new("tensor_sum", a, n, axes, keepdims);
    Tensor view = reduction_aligned("tensor_sum", out, a, n, axes);
    sum_kernel(&view, a, 0);
    return reduction_record(out, &sum_op, a, n, axes);
}
