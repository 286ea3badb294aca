/* view.h - building the header of a view, axis by axis, and the arithmetic of reshape and slice
 * (inside tensor/ only). */
#ifndef KINDLING_VIEW_H
#define KINDLING_VIEW_H

#include "tensor.h"

/* A header without axes on the numbers of a, and who wrote them. Everything about out's own life
 * stays as it is. */
static inline void start_view(Tensor *out, const Tensor *a)
{
    out->data = a->data;
    out->writing = a->writing;
    out->ndim = 0;
}

static inline void add_axis(Tensor *out, long size, long stride)
{
    out->shape[out->ndim] = size;
    out->stride[out->ndim++] = stride;
}

/* ---- broadcast.c (01) ------------------------------------------------------------------------ */

/* The size of an axis counted from the right (0 is the last), 1 where there is none. */
static inline long size_from_right(const Tensor *t, int place)
{
    return place < t->ndim ? t->shape[t->ndim - 1 - place] : 1;
}
/* What to call when the two sizes at a place from the right do not go together. */
_Noreturn void cannot_broadcast(const char *operation, const Tensor *a, const Tensor *b, int place);

/* ---- reshape.c (01) -------------------------------------------------------------------------- */

/* shape becomes wished with a -1 worked out; fails where the elements of a do not fill it. */
void resolve_shape(const Tensor *a, int ndim, const long *wished, long *shape);
void reshape_check(int ndim, const long *wished); /* at most one -1, no other negative size */
/* What to call when the elements do not come out even. */
_Noreturn void reshape_does_not_fill(const Tensor *a, int ndim, const long *wished);
/* a * b, or most + 1 where it is larger than most: a product of sizes must not overflow. */
long product_up_to(long most, long a, long b);
/* Strides for shape on the memory of a, which has elements; false where there are none. */
bool reshape_strides(const Tensor *a, int ndim, const long *shape, long *stride);

/* ---- slice.c (01) ---------------------------------------------------------------------------- */

/* How many of start, start + step, ... lie before stop, for step > 0 on an axis of that size. Cuts
 * *start to 0 .. size. */
long slice_count_up(long *start, long stop, long step, long size);
/* The same for step < 0; the element before the first is at -1. */
long slice_count_down(long *start, long stop, long step, long size);
/* Where Python's slice bound lands: negative counts from the end, out of low .. high is cut. */
long slice_cut(long bound, long low, long high, long size);
void slice_check_step(long step); /* fails if it is 0 */

#endif
