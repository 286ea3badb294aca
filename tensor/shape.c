/* shape.c - counting elements, comparing shapes, finding axes, and shapes as text.
 *
 * The product of no sizes is 1: a scalar has one element.
 */
#include <string.h>
#include "tensor.h"

long shape_numel(int ndim, const long *shape)
{
    long count = 1;
    for (int d = 0; d < ndim; d++)
        count *= shape[d];
    return count;
}

long tensor_numel(const Tensor *t)
{
    return shape_numel(t->ndim, t->shape);
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

int axis_index(const char *operation, int axis, const Tensor *t)
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
