/* headers.h - tensors that are only a header, and shapes and strides that can be compared. */
#ifndef HEADERS_H
#define HEADERS_H

#include "check.h"

#define HALF_A_LONG (1L << (sizeof(long) * 4 - 2)) /* 2^30, and its square is a long, too */
enum { ROOM = 8, UNSET = -77 }; /* for this many sizes; what stands where nothing was written */

#define STRIDE(...) ((const long[]){__VA_ARGS__})
#define SIZES(n, shape) (n), (shape)
#define SHAPE_OF(t) SIZES((t)->ndim, (t)->shape)

static inline void unset(long sizes[ROOM])
{
    for (int i = 0; i < ROOM; i++)
        sizes[i] = UNSET;
}

/* Whole numbers as a tensor, so that all of them are compared and shown at once. */
static inline Tensor *numbers(int n, const long *x)
{
    Tensor *t = blank(SHAPE(n));
    for (int i = 0; i < n; i++)
        t->data[i] = (real)x[i];
    return t;
}

/* A view of base whose element 0 lies offset elements behind that of base. */
static inline Tensor *view_of(const Tensor *base, int ndim, const long *shape, const long *stride,
                              long offset)
{
    Tensor *view = blank(SCALAR);
    view->data = base == NULL ? NULL : base->data + offset;
    view->ndim = ndim;
    for (int d = 0; d < ndim; d++) {
        view->shape[d] = shape[d];
        view->stride[d] = stride == NULL ? 0 : stride[d];
    }
    return view;
}

/* The header that a student's function has filled: so many of these sizes. */
static inline Tensor *shaped(int ndim, const long sizes[ROOM])
{
    return view_of(NULL, ndim < 0 ? 0 : ndim > ROOM ? ROOM : ndim, sizes, NULL, 0);
}

/* An input whose numbers are never looked at. */
static inline Tensor *header(const char *name, int ndim, const long *shape, const long *stride)
{
    given(name, "%s, stride %s", shape_text(ndim, shape), shape_text(ndim, stride));
    return view_of(blank(SCALAR), ndim, shape, stride, 0);
}

/* The same, stored row by row. */
static inline Tensor *row_by_row(const char *name, int ndim, const long *shape)
{
    long stride[TENSOR_MAX_AXES], step = 1;
    for (int d = ndim - 1; d >= 0; step *= shape[d], d--)
        stride[d] = step;
    given(name, "%s", shape_text(ndim, shape));
    return view_of(blank(SCALAR), ndim, shape, stride, 0);
}

/* 0 .. n - 1 in a drawn order. */
static inline const int *drawn_order(int n)
{
    static int order[ROOM];
    for (int i = 0; i < n; i++) {
        int j = (int)(draw_seed() % (uint64_t)(i + 1));
        order[i] = order[j];
        order[j] = i;
    }
    return order;
}

/* What a view is to be written into: one axis, and nothing in it is right. */
static inline Tensor *unset_header(void)
{
    return view_of(NULL, SHAPE(UNSET), STRIDE(UNSET), 0);
}

static inline Tensor *strides_of(const Tensor *t)
{
    return numbers(t->ndim, t->stride);
}

/* How far element 0 of a view lies behind element 0 of its base. */
static inline long elements_behind(const Tensor *view, const Tensor *base)
{
    return view->data == NULL ? UNSET : (long)(view->data - base->data);
}

/* A view is its shape, its strides, and where its element 0 lies; no number was moved. */
static inline void check_view(const Tensor *out, const Tensor *want, const Tensor *base,
                              const char *rule)
{
    Tensor *strides = strides_of(out);
    long offset = elements_behind(out, base);
    check_shape(out, SHAPE_OF(want), rule);
    check_tensor_within(strides, strides_of(want), 0, rule);
    check_long(offset, elements_behind(want, base), rule);
}

#endif
