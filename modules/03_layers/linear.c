/* linear.c - y = x W + b: every output is a weighted sum of all inputs.
 *
 * Invariant: only the last axis is mixed; whatever stands before it is a batch.
 */
#include "nn.h"
#include "todo.h"

/* ---- 03.4 ------------------------------------------------------------------------------------ */

Tensor *linear_forward(Linear *l, Tensor *x)
{
    if (x->ndim == 0) /* given */
        fail("linear_forward: x is a scalar but this layer takes (..., %ld)", l->weight->shape[0]);

    /* TODO: y = x W + b, for x of any shape (..., in).
     *
     * APPROACH
     *   1. If the last axis of x is not `in` numbers long, stop with fail("linear_forward: ..."),
     *      which works like printf: say the shape of x (tensor_shape_text) and what was expected.
     *   2. tensor_matmul(x, l->weight).
     *   3. Plus the bias, if there is one: tensor_add repeats it for every row.
     *
     * EXAMPLE
     *   x (1, 2), W (2, 3), b (10, 20, 30):
     *   (1, 2) @ ((1, 2, 3), (4, 5, 6)) = (1 + 8, 2 + 10, 3 + 12);  y = (19, 32, 45)
     *
     * HINT: how many axes x has is x->ndim; the last one is number x->ndim - 1. */
    return todo("03.4 linear_forward");
}
