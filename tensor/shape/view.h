/* view.h - building the header of a view, axis by axis, and the arithmetic of reshape and slice
 * (inside tensor/ only). */
#ifndef KINDLING_VIEW_H
#define KINDLING_VIEW_H

#include "tensor.h"

/* A header without axes on the numbers of a. Everything about out's own life stays as it is. */
static inline void start_view(Tensor *out, const Tensor *a)
{
    out->data = a->data;
    out->ndim = 0;
}

static inline void add_axis(Tensor *out, long size, long stride)
{
    out->shape[out->ndim] = size;
    out->stride[out->ndim++] = stride;
}

/* reshape.c: shape becomes wished with a -1 worked out; fails where the elements of a do not fill it. */
void resolve_shape(const Tensor *a, int ndim, const long *wished, long *shape);

/* slice.c: how many of start, start + step, ... lie before stop, for step > 0 on an axis of that size.
 * Cuts *start to 0 .. size. */
long slice_count_up(long *start, long stop, long step, long size);

#endif
