/* headers.h - tensors that are only a header, and shapes and strides that can be compared. */
#ifndef HEADERS_H
#define HEADERS_H

#include "check.h"

/* In these tests a MISTAKE belongs to the next check only: many small questions follow one another. */
#ifndef CHECK_RECORD
#undef check_tensor
#undef check_long
#define check_tensor(value, want, rule)                                                            \
    (check_tensor_is(#value, value, want, CHECK_TOLERANCE, rule), FORGET())
#define check_long(value, want, rule) (check_long_is(#value, value, want, rule), FORGET())
#endif

/* Whole numbers as a tensor, so that all of them are compared and shown at once. */
static inline Tensor *numbers(int n, const long *x)
{
    Tensor *t = blank(1, (long[]){n});
    for (int i = 0; i < n; i++)
        t->data[i] = (real)x[i];
    return t;
}

static inline Tensor *shape_of(const Tensor *t)
{
    return numbers(t->ndim, t->shape);
}

static inline Tensor *strides_of(const Tensor *t)
{
    return numbers(t->ndim, t->stride);
}

/* A header that a view is written into: nothing in it is right yet. */
static inline Tensor fresh_header(void)
{
    Tensor t = {.ndim = -7};
    for (int d = 0; d < TENSOR_MAX_AXES; d++)
        t.shape[d] = t.stride[d] = -77;
    return t;
}

/* A header with these axes; its numbers are never looked at. */
static inline Tensor header(int ndim, const long *shape, const long *stride)
{
    Tensor t = {.ndim = ndim};
    for (int d = 0; d < ndim; d++) {
        t.shape[d] = shape[d];
        t.stride[d] = stride[d];
    }
    return t;
}

/* How far element 0 of a view lies behind element 0 of its base; -1: no view of it. */
static inline long elements_behind(const Tensor *view, const Tensor *base)
{
    return view->data == NULL ? -1 : (long)(view->data - base->data);
}

#endif
