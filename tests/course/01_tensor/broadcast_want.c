/* broadcast_want.c - common shapes, and the strides of repeated axes. */
#include "want.h"

/* ---- 01.4 broadcast_shape ------------------------------------------------------------------------- */

static long from_right(const Tensor *t, int place)
{
    return place < t->ndim ? t->shape[t->ndim - 1 - place] : 1;
}

static int axes_of_both(const Tensor *a, const Tensor *b)
{
    return a->ndim > b->ndim ? a->ndim : b->ndim;
}

Tensor *common_want(const Tensor *a, const Tensor *b)
{
    int ndim = axes_of_both(a, b);
    long shape[ROOM];
    for (int place = 0; place < ndim; place++) {
        long na = from_right(a, place), nb = from_right(b, place);
        shape[ndim - 1 - place] = na == 1 ? nb : na;
    }
    return shaped(ndim, shape);
}

/* A text for each place: one may still be read while the next is written. */
static const char *sizes_at(const Tensor *a, const Tensor *b, int place)
{
    static char text[ROOM][80];
    snprintf(text[place], sizeof text[place], "axis -%d is %ld and %ld", place + 1,
             from_right(a, place), from_right(b, place));
    return text[place];
}

const char *differing_sizes_are_refused(const Tensor *a, const Tensor *b)
{
    const char *message = NULL;
    for (int place = 0; place < axes_of_both(a, b); place++) {
        long na = from_right(a, place), nb = from_right(b, place);
        if (message == NULL && na != nb && na != 1 && nb != 1)
            message = sizes_at(a, b, place);
    }
    return message;
}

/* ---- 01.5 broadcast_view ---------------------------------------------------------------------------- */

Tensor *stretched_want(const Tensor *t, int ndim, const long *shape)
{
    long stride[ROOM];
    for (int d = 0; d < ndim; d++) {
        int own = d - (ndim - t->ndim); /* the axis of t under axis d */
        stride[d] = own >= 0 && t->shape[own] == shape[d] ? t->stride[own] : 0;
    }
    return view_of(t, ndim, shape, stride, 0);
}
