/* view.c - other shapes on the same numbers.
 *
 * Every function here fills in the header of out and moves no number: out->data points into the
 * block of a. What changes is shape, stride and where element 0 is.
 */
#include "tensor.h"

/* A header without axes on the numbers of a. Everything about out's own life stays as it is. */
static void start_view(Tensor *out, const Tensor *a)
{
    out->data = a->data;
    out->ndim = 0;
}

static void add_axis(Tensor *out, long size, long stride)
{
    out->shape[out->ndim] = size;
    out->stride[out->ndim++] = stride;
}

void transpose_forward(Tensor *out, const Tensor *a, int axis1, int axis2)
{
    axis1 = axis_index("tensor_transpose", axis1, a);
    axis2 = axis_index("tensor_transpose", axis2, a);
    start_view(out, a);
    for (int d = 0; d < a->ndim; d++) {
        int from = d == axis1 ? axis2 : d == axis2 ? axis1 : d;
        add_axis(out, a->shape[from], a->stride[from]);
    }
}

void permute_forward(Tensor *out, const Tensor *a, int n, const int *axes)
{
    bool used[TENSOR_MAX_AXES] = {false};
    if (n != a->ndim)
        fail("tensor_permute: %d axes given for a tensor of shape %s", n, tensor_shape_text(a));
    for (int d = 0; d < n; d++) {
        int from = axis_index("tensor_permute", axes[d], a);
        if (used[from])
            fail("tensor_permute: axis %d is named twice for a tensor of shape %s", axes[d],
                 tensor_shape_text(a));
        used[from] = true;
    }
    start_view(out, a);
    for (int d = 0; d < n; d++) {
        int from = axis_index("tensor_permute", axes[d], a);
        add_axis(out, a->shape[from], a->stride[from]);
    }
}

/* ---- reshape --------------------------------------------------------------------------------------- */

/* Copy the wished shape, working out a -1 from the number of elements. */
static void resolve_shape(const Tensor *a, int ndim, const long *wished, long *shape)
{
    long known = 1, numel = tensor_numel(a);
    int unknown = -1;
    if (ndim > TENSOR_MAX_AXES)
        fail("tensor_reshape: %d axes; a tensor has 0 to %d", ndim, TENSOR_MAX_AXES);
    for (int d = 0; d < ndim; d++) {
        shape[d] = wished[d];
        if (wished[d] == -1 && unknown >= 0)
            fail("tensor_reshape: more than one -1 in %s", shape_text(ndim, wished));
        if (wished[d] < -1)
            fail("tensor_reshape: axis %d of %s is negative", d, shape_text(ndim, wished));
        if (wished[d] == -1)
            unknown = d;
        else if (wished[d] != 0 && known > numel / wished[d] + 1)
            known = numel + 1; /* too many already: stop before the product overflows */
        else
            known *= wished[d];
    }
    if (unknown >= 0 && known > 0 && numel % known == 0)
        known *= shape[unknown] = numel / known;
    if (known != numel || (unknown >= 0 && shape[unknown] < 0))
        fail("tensor_reshape: cannot reshape %s to %s: %ld elements do not fill it",
             tensor_shape_text(a), shape_text(ndim, wished), numel);
}

/* Find strides for shape on the memory of a, which has elements: walk both shapes at once, matching
 * the smallest groups of axes with equal products; the axes of a within a group must lie in memory
 * like one axis. */
static bool find_strides(const Tensor *a, int ndim, const long *shape, long *stride)
{
    Tensor old = {0}; /* a without its axes of size 1 */
    for (int d = 0; d < a->ndim; d++)
        if (a->shape[d] != 1)
            add_axis(&old, a->shape[d], a->stride[d]);
    int from = 0, to = 0;
    while (from < old.ndim) {
        long have = old.shape[from], want = shape[to];
        int from_end = from + 1, to_end = to + 1;
        while (have != want) {
            if (have < want)
                have *= old.shape[from_end++];
            else
                want *= shape[to_end++];
        }
        long step = old.stride[from_end - 1];
        for (int d = from_end - 1; d > from; d--)
            if (old.stride[d - 1] != old.stride[d] * old.shape[d])
                return false;
        for (int d = to_end - 1; d >= to; d--) {
            stride[d] = step;
            step *= shape[d];
        }
        from = from_end;
        to = to_end;
    }
    for (; to < ndim; to++) /* what is left are axes of size 1 */
        stride[to] = 1;
    return true;
}

bool reshape_forward(Tensor *out, const Tensor *a, int ndim, const long *wished)
{
    long shape[TENSOR_MAX_AXES], stride[TENSOR_MAX_AXES];
    resolve_shape(a, ndim, wished, shape);
    if (tensor_is_contiguous(a))
        strides_row_major(ndim, shape, stride);
    else if (!find_strides(a, ndim, shape, stride))
        return false;
    start_view(out, a);
    for (int d = 0; d < ndim; d++)
        add_axis(out, shape[d], stride[d]);
    return true;
}

/* ---- slices and single axes -------------------------------------------------------------------------- */

/* Where Python's slice bound lands: negative counts from the end, out of range is cut. */
static long cut(long bound, long low, long high, long size)
{
    if (bound < 0)
        bound += size;
    return bound < low ? low : bound > high ? high : bound;
}

void slice_forward(Tensor *out, const Tensor *a, int axis, long start, long stop, long step)
{
    axis = axis_index("tensor_slice", axis, a);
    if (step == 0)
        fail("tensor_slice: step is 0; it must be positive or negative");
    long size = a->shape[axis], count;
    if (step > 0) {
        start = cut(start, 0, size, size);
        stop = stop == SLICE_END ? size : cut(stop, 0, size, size);
        count = stop > start ? (stop - start - 1) / step + 1 : 0;
    } else {
        start = cut(start, -1, size - 1, size);
        stop = stop == SLICE_END ? -1 : cut(stop, -1, size - 1, size);
        count = start > stop ? (start - stop - 1) / -step + 1 : 0;
    }
    start_view(out, a);
    for (int d = 0; d < a->ndim; d++)
        add_axis(out, a->shape[d], a->stride[d]);
    if (count > 0)
        out->data += start * a->stride[axis];
    if (count > 1) /* a step beyond the end, however large, is never taken */
        out->stride[axis] *= step;
    out->shape[axis] = count;
}

void expand_forward(Tensor *out, const Tensor *a, int ndim, const long *wished)
{
    long shape[TENSOR_MAX_AXES] = {0};
    if (ndim < a->ndim || ndim > TENSOR_MAX_AXES)
        fail("tensor_expand: cannot expand %s to %s: it must keep every axis, and have at most %d",
             tensor_shape_text(a), shape_text(ndim, wished), TENSOR_MAX_AXES);
    for (int d = 0; d < ndim; d++) {
        int own = d - (ndim - a->ndim);
        shape[d] = wished[d] == -1 && own >= 0 ? a->shape[own] : wished[d];
        if (shape[d] < 0 || (own >= 0 && a->shape[own] != 1 && a->shape[own] != shape[d]))
            fail("tensor_expand: cannot expand %s to %s: axis %d cannot become %ld. hint: only "
                 "axes of "
                 "size 1 can be repeated",
                 tensor_shape_text(a), shape_text(ndim, wished), d, wished[d]);
    }
    Tensor view = *out;
    broadcast_view(&view, a, ndim, shape);
    start_view(out, a);
    for (int d = 0; d < ndim; d++)
        add_axis(out, view.shape[d], view.stride[d]);
}

void squeeze_forward(Tensor *out, const Tensor *a, int axis)
{
    axis = axis_index("tensor_squeeze", axis, a);
    if (a->shape[axis] != 1)
        fail("tensor_squeeze: axis %d of %s has size %ld; only an axis of size 1 can be dropped",
             axis, tensor_shape_text(a), a->shape[axis]);
    start_view(out, a);
    for (int d = 0; d < a->ndim; d++)
        if (d != axis)
            add_axis(out, a->shape[d], a->stride[d]);
}

void unsqueeze_forward(Tensor *out, const Tensor *a, int axis)
{
    if (a->ndim == TENSOR_MAX_AXES)
        fail("tensor_unsqueeze: %s already has %d axes, the most there can be",
             tensor_shape_text(a), TENSOR_MAX_AXES);
    if (axis < -a->ndim - 1 || axis > a->ndim)
        fail("tensor_unsqueeze: axis %d is outside %d to %d for a tensor of shape %s", axis,
             -a->ndim - 1, a->ndim, tensor_shape_text(a));
    if (axis < 0)
        axis += a->ndim + 1;
    start_view(out, a);
    for (int d = 0; d <= a->ndim; d++) {
        if (d == axis)
            add_axis(out, 1, d < a->ndim ? a->stride[d] * a->shape[d] : 1);
        if (d < a->ndim)
            add_axis(out, a->shape[d], a->stride[d]);
    }
}
