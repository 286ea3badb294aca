/* op_softmax.c - probabilities along an axis.
 *
 * y_i = e^x_i / sum_j e^x_j. Every output depends on every input of its row, because the row sums
 * to 1: what one gains the others lose.
 */
#include "op.h"
#include "along_axis.h"
#include "clones.h"
#include "todo.h"

/* ---- 06.14 ----------------------------------------------------------------------------------- */

KINDLING_CLONES static void softmax_backward_row(long n, real *dx, const real *dy, const real *y)
{
    /* TODO: dx_i = y_i (dy_i - sum_j dy_j y_j) for one row of n numbers.
     *
     * APPROACH
     *   1. A first loop for the sum of dy_j y_j, over the whole row.
     *   2. A second loop for dx.
     *
     * EXAMPLE
     *   y = [0.25, 0.75], dy = [1, 0]:  sum = 0.25,  dx = [0.25 * 0.75, 0.75 * -0.25]
     *                                                  = [0.1875, -0.1875]
     *
     * HINT: the shares of a row add up to 0. If all dy of a row are equal, nothing flows back. */
    todo("06.14 softmax_backward_row");
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
