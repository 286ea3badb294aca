/* broadcast.c - how two shapes become one. */
#include "view.h"

int broadcast_shape(const char *operation, const Tensor *a, const Tensor *b, long *shape)
{
    int ndim = a->ndim;
    if (b->ndim > ndim)
        ndim = b->ndim;

    for (int place = 0; place < ndim; place++) {
        long size_a = size_from_right(a, place);
        long size_b = size_from_right(b, place);
        long size;
        if (size_a == size_b)
            size = size_a;
        else if (size_a == 1)
            size = size_b;
        else if (size_b == 1)
            size = size_a;
        else
            cannot_broadcast(operation, a, b, place);
        shape[ndim - 1 - place] = size;
    }
    return ndim;
}

void broadcast_view(Tensor *out, const Tensor *t, int ndim, const long *shape)
{
    Tensor view = {.data = t->data, .ndim = ndim, .scope = out->scope};
    int missing = ndim - t->ndim;

    for (int d = 0; d < ndim; d++) {
        view.shape[d] = shape[d];
        if (d < missing) {
            view.stride[d] = 0;
        } else if (t->shape[d - missing] == 1 && shape[d] != 1) {
            view.stride[d] = 0;
        } else {
            view.stride[d] = t->stride[d - missing];
        }
    }
    *out = view;
}
