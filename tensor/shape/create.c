/* create.c - new tensors, and the numbers inside them.
 *
 * A tensor is one block of memory, the Tensor and behind it its numbers; a view is the Tensor
 * alone. Between the two stands what all views share, the last writing, and a pointer in which an
 * owned tensor keeps the memory of its last gradient.
 */
#include <math.h>
#include <string.h>
#include "tensor.h"

typedef struct {
    Tensor tensor;
    Writing writing;
    Tensor *spare_grad;
} Header;

/* Padded to whole cache lines, so that the numbers behind it are aligned. */
#define HEADER ((sizeof(Header) + 63) / 64 * 64)

Tensor *tensor_new_in(Scope *scope, int ndim, const long *shape)
{
    size_t bytes = (size_t)shape_check("tensor_new", ndim, shape) * sizeof(real);
    Tensor *t = scope ? scope_alloc(scope, HEADER + bytes) : owned_alloc(HEADER + bytes);
    Writing *writing = &((Header *)t)->writing;
    *t = (Tensor){
        .data = (real *)((char *)t + HEADER), .ndim = ndim, .scope = scope, .writing = writing};
    writing->when = 0;
    for (int d = 0; d < ndim; d++)
        t->shape[d] = shape[d];
    strides_row_major(ndim, shape, t->stride);
    return t;
}

Tensor *tensor_new(int ndim, const long *shape)
{
    return tensor_new_in(scope_current(), ndim, shape);
}

Tensor *tensor_new_like(const Tensor *t)
{
    return tensor_new(t->ndim, t->shape);
}

Tensor *tensor_new_view(const Tensor *t)
{
    Tensor *view = scope_alloc(scope_current(), sizeof *view);
    *view = *t;
    view->requires_grad = false;
    view->grad = NULL;
    view->closure = NULL;
    view->scope = scope_current();
    view->name = NULL;
    return view;
}

Tensor *tensor_zeros(int ndim, const long *shape)
{
    return tensor_full(ndim, shape, 0);
}

Tensor *tensor_ones(int ndim, const long *shape)
{
    return tensor_full(ndim, shape, 1);
}

Tensor *tensor_full(int ndim, const long *shape, real value)
{
    Tensor *t = tensor_new(ndim, shape);
    tensor_fill(t, value);
    return t;
}

Tensor *tensor_scalar(real value)
{
    return tensor_full(SCALAR, value);
}

Tensor *tensor_from(int ndim, const long *shape, long count, const real *values)
{
    long numel = shape_check("tensor_from", ndim, shape);
    if (count != numel)
        fail("tensor_from: %ld values for shape %s, which holds %ld", count,
             shape_text(ndim, shape), numel);
    Tensor *t = tensor_new(ndim, shape);
    memcpy(t->data, values, (size_t)count * sizeof(real));
    return t;
}

Tensor *tensor_arange(real start, real stop, real step)
{
    if (step == 0 || !isfinite(start) || !isfinite(stop) || !isfinite(step))
        fail("tensor_arange: start %g, stop %g, step %g; all must be finite and step not 0",
             (double)start, (double)stop, (double)step);
    double steps = ceil(((double)stop - (double)start) / (double)step);
    if (steps > (double)(LONG_MAX / 8))
        fail("tensor_arange: from %g to %g in steps of %g are more numbers than memory has bytes",
             (double)start, (double)stop, (double)step);
    Tensor *t = tensor_new(SHAPE(steps > 0 ? (long)steps : 0));
    for (long i = 0; i < t->shape[0]; i++)
        t->data[i] = start + (real)i * step;
    return t;
}

Tensor *tensor_eye(long n)
{
    Tensor *t = tensor_zeros(SHAPE(n, n));
    for (long i = 0; i < n; i++)
        t->data[i * n + i] = 1;
    return t;
}

Tensor *tensor_tril(long rows, long columns)
{
    Tensor *t = tensor_new(SHAPE(rows, columns));
    for (long i = 0; i < rows; i++)
        for (long j = 0; j < columns; j++)
            t->data[i * columns + j] = j <= i;
    return t;
}

void draw_uniform(Tensor *t, real low, real high, Rng *rng)
{
    if (rng == NULL) /* layers hand on what they were given */
        kindling_fail_null("tensor_uniform", 5, "rng");
    const bool wide = isinf(high - low); /* a range that no real holds, of ends that are */
    for (long i = 0, n = tensor_numel(t); i < n; i++) {
        real u = (real)rng_uniform(rng);
        t->data[i] = wide ? (1 - u) * low + u * high : low + (high - low) * u;
    }
}

void draw_normal(Tensor *t, real mean, real std, Rng *rng)
{
    if (rng == NULL)
        kindling_fail_null("tensor_normal", 5, "rng");
    for (long i = 0, n = tensor_numel(t); i < n; i++)
        t->data[i] = mean + std * (real)rng_normal(rng);
}

Tensor *tensor_uniform(int ndim, const long *shape, real low, real high, Rng *rng)
{
    Tensor *t = tensor_new(ndim, shape);
    draw_uniform(t, low, high, rng);
    return t;
}

Tensor *tensor_normal(int ndim, const long *shape, real mean, real std, Rng *rng)
{
    Tensor *t = tensor_new(ndim, shape);
    draw_normal(t, mean, std, rng);
    return t;
}

/* ---- single elements ------------------------------------------------------------------------- */

static real *element(const char *operation, const Tensor *t, int ndim, const long *index)
{
    if (ndim != t->ndim)
        fail("%s: %d indices for a tensor of shape %s", operation, ndim, tensor_shape_text(t));
    for (int d = 0; d < ndim; d++)
        if (index[d] < 0 || index[d] >= t->shape[d])
            fail("%s: index %s is outside shape %s: axis %d has %ld elements", operation,
                 shape_text(ndim, index), tensor_shape_text(t), d, t->shape[d]);
    return t->data + strides_offset(ndim, t->stride, index);
}

real tensor_get(const Tensor *t, int ndim, const long *index)
{
    return *element("tensor_get", t, ndim, index);
}

void tensor_set(Tensor *t, int ndim, const long *index, real value)
{
    *element("tensor_set", t, ndim, index) = value;
    tensor_written(t, "tensor_set");
}

real tensor_item(const Tensor *t)
{
    if (tensor_numel(t) != 1)
        fail("tensor_item: shape %s has %ld elements, expected one. hint: tensor_get picks one",
             tensor_shape_text(t), tensor_numel(t));
    return t->data[0];
}

void tensor_fill(Tensor *t, real value)
{
    if (tensor_is_contiguous(t)) {
        for (long i = 0, n = tensor_numel(t); i < n; i++)
            t->data[i] = value;
    } else {
        Tensor one = {.data = &value};
        copy_kernel(t, &one);
    }
    tensor_written(t, "tensor_fill");
}

Tensor *tensor_named(Tensor *t, const char *name)
{
    t->name = name;
    return t;
}

/* ---- owned copies ---------------------------------------------------------------------------- */

Tensor *tensor_keep(const Tensor *t)
{
    Tensor *copy = tensor_new_in(NULL, t->ndim, t->shape);
    copy_kernel(copy, t);
    copy->name = t->name;
    return copy;
}

void tensor_free(Tensor *t)
{
    if (t == NULL)
        return;
    if (t->scope != NULL)
        fail("tensor_free: this tensor of shape %s belongs to a scope, which frees it. hint: only "
             "tensor_keep and module parameters make owned tensors",
             tensor_shape_text(t));
    tensor_free(t->grad);
    tensor_free(*tensor_spare_grad(t));
    owned_free(t);
}

Tensor **tensor_spare_grad(Tensor *t)
{
    return &((Header *)t)->spare_grad;
}

bool tensor_owns_numbers(const Tensor *t)
{
    return (const char *)t->data == (const char *)t + HEADER;
}

void tensor_recycle(Tensor *t)
{
    if (t->scope == NULL)
        fail("tensor_recycle: this tensor of shape %s is owned. hint: tensor_free",
             tensor_shape_text(t));
    size_t numbers = (size_t)tensor_numel(t) * sizeof(real);
    scope_recycle(t->scope, t, tensor_owns_numbers(t) ? HEADER + numbers : sizeof *t);
}

/* ---- whole numbers --------------------------------------------------------------------------- */

IntTensor *int_tensor_new(int ndim, const long *shape)
{
    size_t bytes = (size_t)shape_check("int_tensor_new", ndim, shape) * sizeof(int);
    size_t header = (sizeof(IntTensor) + 63) / 64 * 64;
    IntTensor *t = scope_alloc(scope_current(), header + bytes);
    *t = (IntTensor){.data = (int *)((char *)t + header), .ndim = ndim};
    for (int d = 0; d < ndim; d++)
        t->shape[d] = shape[d];
    memset(t->data, 0, bytes);
    return t;
}

IntTensor *int_tensor_from(int ndim, const long *shape, long count, const int *values)
{
    long numel = shape_check("int_tensor_from", ndim, shape);
    if (count != numel)
        fail("int_tensor_from: %ld values for shape %s, which holds %ld", count,
             shape_text(ndim, shape), numel);
    IntTensor *t = int_tensor_new(ndim, shape);
    memcpy(t->data, values, (size_t)count * sizeof(int));
    return t;
}

long int_tensor_numel(const IntTensor *t)
{
    return shape_numel(t->ndim, t->shape);
}
