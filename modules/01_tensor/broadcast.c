/* broadcast.c - how two shapes become one.
 *
 *     a       (4, 1, 3)        sizes are compared from the right;
 *     b          (2, 1)        equal, or one of them 1, or missing
 *     result  (4, 2, 3)
 *
 * A repeated axis gets stride 0: the same element is read again and again, nothing is copied.
 */
#include "view.h"
#include "todo.h"

/* ---- 01.4 ---------------------------------------------------------------------------------------- */

int broadcast_shape(const char *operation, const Tensor *a, const Tensor *b, long *shape)
{
    /* TODO: fill shape with the common shape of a and b, return how many axes it has.
     *
     * APPROACH
     *   1. The result has as many axes as the longer of the two shapes.
     *   2. For each place 0, 1, ... from the right, fetch both sizes with size_from_right(t, place)
     *      of view.h: 1 where there is no such axis.
     *   3. Different, and neither is 1: cannot_broadcast(operation, a, b, place).
     *   4. Otherwise the result has there whichever of the two is not 1.
     *   5. Place 0 from the right is shape[ndim - 1].
     *
     * EXAMPLE
     *   (4, 1, 3) with (2, 1)   ->   3 axes: (4, 2, 3)
     *
     * HINT: "the larger one" is nearly right, but (0) with (1) is (0). Ask: is it 1? Then the other. */
    todo("01.4 broadcast_shape");
}

/* ---- 01.5 ---------------------------------------------------------------------------------------- */

void broadcast_view(Tensor *out, const Tensor *t, int ndim, const long *shape)
{
    Tensor view = {.data = t->data, .ndim = ndim, .scope = out->scope}; /* given */

    /* TODO: fill view.shape and view.stride, so that view reads t as if it had the given shape.
     *
     * APPROACH
     *   1. For each axis d of the result find the axis of t that lies under it. Shapes are aligned at
     *      the right: it is d - (ndim - t->ndim), and there is none where that is negative.
     *   2. view.shape[d] is shape[d].
     *   3. view.stride[d] is the stride of t's own axis where the size stays as it is, else 0:
     *      a missing axis and an axis of size 1 are read again and again.
     *   4. At the end:  *out = view;   (not before: out may be t itself)
     *
     * EXAMPLE
     *   t of shape (2, 1), stride (1, 1), read as (4, 2, 3)   ->   stride (0, 1, 0)
     *
     * HINT: test that the own axis exists before you look at its size. */
    (void)view;
    todo("01.5 broadcast_view");
}
