/* flops_gradients.c - arithmetic of the gradients that a closure hands out. */
#include "measure_check.h"
#include "todo.h"

/* ---- 14.5 ---------------------------------------------------------------------------------------- */

double flops_gradients(const Closure *c)
{
    if (!closure_is_product(c))
        return flops_other_gradients(c); /* given: what is no product */

    /* TODO: one product of the size of flops_closure(c) for each of the first two inputs that wants a gradient.
     *
     * APPROACH
     *   1. dA = dY B^T costs as much as Y = A B, and so does dB = A^T dY.
     *   2. An input wants a gradient if its requires_grad is set. A third input is a bias: not counted.
     *
     * EXAMPLE
     *   a layer whose x is an image and whose weight is trained: as much as forward; if both want one: twice
     *
     * HINT: a loop over two inputs. */
    todo("14.5 flops_gradients");
}
