/* op_flatten.c - images become rows of numbers, for the linear layers behind the convolutions. */
#include "autograd.h"
#include "todo.h"

/* ---- 09.12 ----------------------------------------------------------------------------------- */

Tensor *tensor_flatten(Tensor *x, int first)
{
    first = tensor_axis("tensor_flatten", first, x); /* given: -1 becomes the last axis */

    /* TODO: all axes from `first` on become one: (B, C, H, W) -> (B, C H W) for first = 1.
     *
     * CONTRACT  any number of axes, any first; the numbers in their order. The gradient finds
     *           its way.
     * EXAMPLE   (2, 3, 4, 5): first 1 gives (2, 60), first 2 gives (2, 3, 20), first 0 gives (120,)
     * HOLDS     a contiguous x is not copied. first = the last axis: the shape stays.
     * YOU HAVE  operations of operations.h; long shape[TENSOR_MAX_AXES]
     * THINK     a new tensor into which numbers are copied looks the same: what would it cut? */
    return todo("09.12 tensor_flatten");
}
