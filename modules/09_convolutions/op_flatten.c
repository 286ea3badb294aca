/* op_flatten.c - images become rows of numbers, for the linear layers behind the convolutions. */
#include "autograd.h"
#include "todo.h"

/* ---- 09.12 ----------------------------------------------------------------------------------- */

Tensor *tensor_flatten(Tensor *x, int first)
{
    first = tensor_axis("tensor_flatten", first, x); /* given: -1 becomes the last axis */

    /* TODO: all axes from `first` on become one: (B, C, H, W) -> (B, C H W) for first = 1.
     *
     * APPROACH
     *   1. long shape[TENSOR_MAX_AXES]: the sizes before `first` as they are, then the product of all others.
     *   2. tensor_reshape(x, axes, shape): first + 1 axes. It records itself, so the gradient finds its way.
     *
     * EXAMPLE
     *   (2, 3, 4, 5): first 1 gives (2, 60), first 2 gives (2, 3, 20), first 0 gives (120,)
     *
     * HINT: a new tensor into which numbers are copied would look the same, and cut the graph. */
    return todo("09.12 tensor_flatten");
}
