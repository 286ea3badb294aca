/* linear.c - y = x W + b: every output is a weighted sum of all inputs.
 *
 * Invariant: only the last axis is mixed; whatever stands before it is a batch.
 */
#include "nn.h"
#include "todo.h"

/* ---- 03.3 ------------------------------------------------------------------------------------ */

Tensor *linear_forward(Linear *l, Tensor *x)
{
    if (x->ndim == 0) /* given */
        fail("linear_forward: x is a scalar but this layer takes (..., %ld)", l->weight->shape[0]);

    /* TODO: y = x W + b, for x of any shape (..., in).
     *
     * CONTRACT  only the last axis is mixed: (..., in) gives (..., out), a vector a vector, an
     *           empty batch an empty one. l->bias may be NULL. An x whose last axis is not `in`
     *           numbers long is refused, in the layer's own name: "linear_forward: ...", with
     *           the shape of x and (..., in). W, b and x get their gradients.
     * EXAMPLE   x (1, 2), W (2, 3), b (10, 20, 30):
     *           (1, 2) @ ((1, 2, 3), (4, 5, 6)) = (1 + 8, 2 + 10, 3 + 12);  y = (19, 32, 45)
     * HOLDS     x = 0: every row is b. Rows of x in another order: rows of y in that order.
     * YOU HAVE  operations on whole tensors (operations.h); fail, which works like printf and
     *           does not return; tensor_shape_text(x)
     * THINK     when must you ask, so that the message speaks of the layer? Does a batch need a
     *           loop, or a flatten? */
    return todo("03.3 linear_forward");
}
