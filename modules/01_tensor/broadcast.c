/* broadcast.c - how two shapes become one.
 *
 *     a       (4, 1, 3)        sizes are compared from the right;
 *     b          (2, 1)        equal, or one of them 1, or missing
 *     result  (4, 2, 3)
 *
 * Where an axis is repeated the same element is read again and again, and nothing is copied.
 */
#include "view.h"
#include "todo.h"

/* ---- 01.4 ---------------------------------------------------------------------------------------- */

int broadcast_shape(const char *operation, const Tensor *a, const Tensor *b, long *shape)
{
    /* TODO: fill shape with the common shape of a and b, return how many axes it has.
     *
     * CONTRACT  sizes are compared from the right; equal, or one of them 1, or missing. What
     *           does not go together is refused, at the first such place from the right, which
     *           is counted from 0 on.
     * EXAMPLE   (4, 1, 3) with (2, 1)   ->   3 axes: (4, 2, 3)
     * HOLDS     a and b change places: the same. With itself: itself.
     * YOU HAVE  size_from_right(t, place) (view.h): 1 where there is no such axis;
     *           cannot_broadcast(operation, a, b, place) refuses, and does not return
     * THINK     which of two different sizes wins? (Not "the larger one": think of (1) with (0).) */
    todo("01.4 broadcast_shape");
}

/* ---- 01.5 ---------------------------------------------------------------------------------------- */

void broadcast_view(Tensor *out, const Tensor *t, int ndim, const long *shape)
{
    Tensor view = {.data = t->data, .ndim = ndim, .scope = out->scope}; /* given */

    /* TODO: fill view.shape and view.stride, so that view reads t as if it had the given shape.
     *
     * CONTRACT  nothing is copied: a missing axis, and one of size 1 that was stretched, are
     *           read again and again. t may be a view itself, and out may be t itself. At the
     *           end, *out is the view.
     * EXAMPLE   t = [[5], [7]], shape (2, 1), read as (4, 2, 3): four times [[5, 5, 5], [7, 7, 7]]
     * HOLDS     element (i, ..., j) of the view is t at the same index, counted from the right,
     *           with 0 where t has size 1. Its own shape: its own strides.
     * THINK     which stride makes a step that does not move? If out is t, when may you write
     *           it? */
    (void)view;
    todo("01.5 broadcast_view");
}
