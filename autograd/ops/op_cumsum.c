/* op_cumsum.c - running sums: y_i = x_0 + ... + x_i.
 *
 * x_i is part of y_i and of all behind it, so its gradient is the sum of theirs: a running sum from
 * the end.
 */
#include "op.h"
#include "along_axis.h"

static void cumsum_backward_row(long n, real *dx, const real *dy, const real *unused)
{
    double sum = 0;
    (void)unused;
    for (long i = n - 1; i >= 0; i--)
        dx[i] = (real)(sum += (double)dy[i]);
}

static void cumsum_backward(Closure *c, Tensor *dy)
{
    Tensor *dx = tensor_new_like(dy);
    along_axis("tensor_cumsum", dx, dy, NULL, axis_of(c), cumsum_backward_row, false);
    grad_add(c->in[0], dx);
}

static const Operation cumsum_op = {.name = "cumsum",
                                    .backward = cumsum_backward,
                                    .describe = describe_axis,
                                    .flops = flops_per_input};

Tensor *tensor_cumsum(Tensor *a, int axis)
{
    return axis_operation("tensor_cumsum", a, axis, &cumsum_op, cumsum_kernel);
}
