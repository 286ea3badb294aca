/* elements.c - reading tensors without the engine, which may be the student's. */
#include "verdict.h"

/* Most tensors lie in memory as they are counted; dividing for each number would take longer than the tests. */
static bool in_order(const Tensor *t)
{
    long stride = 1;
    for (int d = t->ndim - 1; d >= 0; d--) {
        if (t->stride[d] != stride)
            return false;
        stride *= t->shape[d];
    }
    return true;
}

double element(const Tensor *t, long flat)
{
    if (in_order(t))
        return (double)t->data[flat];
    long offset = 0;
    for (int d = t->ndim - 1; d >= 0; d--) {
        offset += flat % t->shape[d] * t->stride[d];
        flat /= t->shape[d];
    }
    return (double)t->data[offset];
}

const char *index_text(int ndim, const long *shape, long flat, char *text, size_t size)
{
    long index[TENSOR_MAX_AXES];
    for (int d = ndim - 1; d >= 0; d--) {
        index[d] = flat % shape[d];
        flat /= shape[d];
    }
    size_t used = (size_t)snprintf(text, size, "[");
    for (int d = 0; d < ndim && used < size; d++)
        used += (size_t)snprintf(text + used, size - used, d ? ", %ld" : "%ld", index[d]);
    if (used < size)
        snprintf(text + used, size - used, "]");
    return text;
}

bool same_shape(int na, const long *a, int nb, const long *b)
{
    return na == nb && (na == 0 || memcmp(a, b, (size_t)na * sizeof *a) == 0);
}

long numel(int ndim, const long *shape)
{
    long n = 1;
    for (int d = 0; d < ndim; d++)
        n *= shape[d];
    return n;
}

long plain_numel(const Tensor *t)
{
    return numel(t->ndim, t->shape);
}

Tensor *copy_of(const Tensor *t)
{
    Tensor *copy = blank(t->ndim, t->shape);
    for (long i = 0; i < numel(t->ndim, t->shape); i++)
        copy->data[i] = (real)element(t, i);
    return copy;
}

double at(const Tensor *t, int ndim, const long *index)
{
    long offset = 0;
    for (int d = 0; d < ndim && d < t->ndim; d++)
        offset += index[d] * t->stride[d];
    return (double)t->data[offset];
}

bool close_enough(double a, double b, double tolerance)
{
    return a == b || (isfinite(b) && fabs(a - b) <= tolerance * fmax(1, fabs(b)));
}

bool tensors_close(const Tensor *a, const Tensor *b, double tolerance)
{
    if (!same_shape(a->ndim, a->shape, b->ndim, b->shape))
        return false;
    for (long i = 0; i < numel(a->ndim, a->shape); i++)
        if (!close_enough(element(a, i), element(b, i), tolerance))
            return false;
    return true;
}

bool shares_memory(const Tensor *view, const Tensor *base)
{
    base = as_drawn(base); /* the call may have moved an input to where the result lies */
    const real *low = base->data, *high = base->data;
    for (int d = 0; d < base->ndim; d++)
        *(base->stride[d] < 0 ? &low : &high) += (base->shape[d] - 1) * base->stride[d];
    return view->data >= low && view->data <= high;
}
