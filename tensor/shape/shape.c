/* shape.c - counting elements, comparing shapes, finding axes, and shapes as text.
 *
 * The product of no sizes is 1: a scalar has one element.
 *
 * Invariant: every tensor has passed shape_check, views included, so that neither its count of
 * elements nor its bytes nor its strides can overflow.
 */
#include <string.h>
#include "tensor.h"

/* An empty shape has strides, too, so a size of 0 does not excuse the others. */
long shape_numel(int ndim, const long *shape)
{
    double most = (double)(LONG_MAX / 4) / sizeof(double), bound = 1; /* cannot overflow */
    long count = 1;
    for (int d = 0; d < ndim; d++) {
        bound *= shape[d] > 0 ? (double)shape[d] : 1;
        if (shape[d] < 0 || bound > most)
            return -1;
        count *= shape[d];
    }
    return count;
}

long shape_check(const char *operation, int ndim, const long *shape)
{
    if (ndim < 0 || ndim > TENSOR_MAX_AXES)
        fail("%s: %d axes; a tensor has 0 to %d", operation, ndim, TENSOR_MAX_AXES);
    for (int d = 0; d < ndim; d++)
        if (shape[d] < 0)
            fail("%s: axis %d of shape %s is negative", operation, d, shape_text(ndim, shape));
    long count = shape_numel(ndim, shape);
    if (count < 0)
        fail("%s: shape %s has more elements than memory has bytes", operation,
             shape_text(ndim, shape));
    return count;
}

long tensor_numel(const Tensor *t)
{
    long count = 1; /* cannot overflow: see above */
    for (int d = 0; d < t->ndim; d++)
        count *= t->shape[d];
    return count;
}

bool shape_equal(int na, const long *a, int nb, const long *b)
{
    if (na != nb)
        return false;
    for (int d = 0; d < na; d++)
        if (a[d] != b[d])
            return false;
    return true;
}

bool tensor_same_shape(const Tensor *a, const Tensor *b)
{
    return shape_equal(a->ndim, a->shape, b->ndim, b->shape);
}

int tensor_axis(const char *operation, int axis, const Tensor *t)
{
    if (axis < -t->ndim || axis >= t->ndim)
        fail("%s: axis %d is outside a tensor of shape %s, which has %d axes", operation, axis,
             tensor_shape_text(t), t->ndim);
    return axis < 0 ? axis + t->ndim : axis;
}

const char *shape_text(int ndim, const long *shape)
{
    static _Thread_local char buffer[8][TENSOR_MAX_AXES * 22 + 4];
    static _Thread_local unsigned turn;
    char *text = buffer[turn++ % 8];
    size_t size = sizeof buffer[0], used = 1;
    strcpy(text, "(");
    for (int d = 0; d < ndim && used < size; d++) /* ndim may be a mistake that is being told */
        used += (size_t)snprintf(text + used, size - used, d ? ", %ld" : "%ld", shape[d]);
    if (used < size)
        snprintf(text + used, size - used, ndim == 1 ? ",)" : ")");
    return text;
}

const char *tensor_shape_text(const Tensor *t)
{
    return shape_text(t->ndim, t->shape);
}
