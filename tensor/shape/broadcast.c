/* broadcast.c - how two shapes become one.
 *
 *     a       (4, 1, 3)        sizes are compared from the right;
 *     b          (2, 1)        equal, or one of them 1, or missing
 *     result  (4, 2, 3)
 *
 * Where an axis is repeated the same element is read again and again, and nothing is copied.
 */
#include "view.h"

void cannot_broadcast(const char *operation, const Tensor *a, const Tensor *b, int place)
{
    fail("%s: cannot broadcast %s with %s: axis %d is %ld and %ld. hint: sizes must be equal or 1, "
         "counted from the right",
         operation, tensor_shape_text(a), tensor_shape_text(b), -1 - place,
         size_from_right(a, place), size_from_right(b, place));
}

bool broadcast_fits(const Tensor *t, int ndim, const long *shape)
{
    if (t->ndim > ndim)
        return false;
    for (int place = 0; place < t->ndim; place++) {
        long size = size_from_right(t, place);
        if (size != 1 && size != shape[ndim - 1 - place])
            return false;
    }
    return true;
}

EXERCISE
int broadcast_shape(const char *operation, const Tensor *a, const Tensor *b, long *shape)
{
    int ndim = a->ndim > b->ndim ? a->ndim : b->ndim;
    for (int place = 0; place < ndim; place++) {
        long na = size_from_right(a, place), nb = size_from_right(b, place);
        if (na != nb && na != 1 && nb != 1)
            cannot_broadcast(operation, a, b, place);
        shape[ndim - 1 - place] = na == 1 ? nb : na;
    }
    return ndim;
}

EXERCISE
void broadcast_view(Tensor *out, const Tensor *t, int ndim, const long *shape)
{
    Tensor view = {.data = t->data, .ndim = ndim, .scope = out->scope};
    for (int d = 0; d < ndim; d++) {
        int own = d - (ndim - t->ndim); /* the axis of t under axis d of the result */
        view.shape[d] = shape[d];
        view.stride[d] = own >= 0 && t->shape[own] == shape[d] ? t->stride[own] : 0;
    }
    *out = view;
}
