/* broadcast_fits.c - shapes that go together, and what is said of those that do not. */
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
