/* brute.h - slow and obvious ways to visit every element, to hold the kernels against. */
#ifndef BRUTE_H
#define BRUTE_H

#include "test.h"

/* The next index in row-major order; false after the last one. A shape with a 0 has no first. */
static inline bool next_index(int ndim, const long *shape, long *index)
{
    for (int d = ndim - 1; d >= 0; d--) {
        if (++index[d] < shape[d])
            return true;
        index[d] = 0;
    }
    return false;
}

static inline double number_at(const Tensor *t, const long *index)
{
    long offset = 0;
    for (int d = 0; d < t->ndim; d++)
        offset += index[d] * t->stride[d];
    return (double)t->data[offset];
}

/* The element that broadcasting t to more axes puts at index. */
static inline double broadcast_at(const Tensor *t, int ndim, const long *index)
{
    long own[TENSOR_MAX_AXES] = {0};
    for (int d = 0; d < t->ndim; d++)
        own[d] = t->shape[d] == 1 ? 0 : index[d + ndim - t->ndim];
    return number_at(t, own);
}

/* 0, 1, 2, ... in row-major order. */
static inline Tensor *numbered(int ndim, const long *shape)
{
    Tensor *t = tensor_new(ndim, shape);
    for (long i = 0; i < tensor_numel(t); i++)
        t->data[i] = (real)i;
    return t;
}

/* Random numbers of this shape in a layout as awkward as layouts get: the axes lie in memory
 * in random order with gaps, steps of 1, 2 or -1, and now and then an axis repeats one element. */
static inline Tensor *awkward_tensor(int ndim, const long *shape)
{
    static const long steps[] = {1, 1, 1, 2, 2, -1, -1, 0};
    long axis[TENSOR_MAX_AXES], stride[TENSOR_MAX_AXES], size = 1, first = 0;
    for (int d = 0; d < ndim; d++)
        axis[d] = d;
    rng_shuffle(&test_rng, ndim, axis);
    for (int i = 0; i < ndim; i++) {
        long step = steps[rng_below(&test_rng, 8)], d = axis[i];
        stride[d] = size * step;
        if (step < 0 && shape[d] > 0)
            first += (shape[d] - 1) * size;
        size *= 2 * shape[d] + rng_below(&test_rng, 2) + (shape[d] == 0);
    }
    Tensor *view = tensor_new_view(random_tensor(SHAPE(size)));
    view->data += first;
    view->ndim = ndim;
    for (int d = 0; d < ndim; d++) {
        view->shape[d] = shape[d];
        view->stride[d] = stride[d];
    }
    return view;
}

/* Any layout, an awkward one every other time. */
static inline Tensor *any_tensor(int ndim, const long *shape)
{
    Tensor *t = rng_below(&test_rng, 2) ? random_tensor(ndim, shape) : awkward_tensor(ndim, shape);
    count_draw(t);
    return t;
}

/* An output to write through: no element repeated, so where a stride would be 0 it is plain. */
static inline Tensor *any_output(int ndim, const long *shape)
{
    Tensor *out = awkward_tensor(ndim, shape);
    for (int d = 0; d < ndim; d++)
        if (out->stride[d] == 0)
            return random_tensor(ndim, shape);
    return out;
}

/* The same numbers, laid out row by row. */
static inline Tensor *plain_copy(const Tensor *t)
{
    Tensor *copy = tensor_new_like(t);
    long index[TENSOR_MAX_AXES] = {0}, i = 0;
    if (tensor_numel(t) > 0)
        do
            copy->data[i++] = (real)number_at(t, index);
        while (next_index(t->ndim, t->shape, index));
    return copy;
}

/* A shape of up to max_axes axes with sizes 0 to 4. */
static inline int random_shape(int max_axes, long *shape)
{
    int ndim = (int)rng_below(&test_rng, max_axes + 1);
    for (int d = 0; d < ndim; d++)
        shape[d] = random_size(&test_rng, 4);
    return ndim;
}

#endif
