/* op_softmax.c - probabilities along an axis.
 *
 * Every output depends on every input of its row, because the row sums to 1:
 *     y_i = e^x_i / sum_j e^x_j        dx_i = y_i (dy_i - sum_j dy_j y_j)
 * The term behind the minus couples the row; without it the gradient is wrong.
 */
#include "op.h"
#include "along_axis.h"
#include "clones.h"

KINDLING_CLONES static void softmax_backward_row(long n, real *dx, const real *dy, const real *y)
{
    real dot = 0;
#pragma omp simd reduction(+ : dot)
    for (long i = 0; i < n; i++)
        dot += dy[i] * y[i];
#pragma omp simd
    for (long i = 0; i < n; i++)
        dx[i] = y[i] * (dy[i] - dot);
}

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
