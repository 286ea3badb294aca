/* reshape.c - the same numbers in the same order, cut into rows of another length.
 *
 *     a (2, 3)   0 1 2   to (3, 2)   0 1   to (6,)   0 1 2 3 4 5   to (-1, 1): six rows of one
 *                3 4 5               2 3
 *                                    4 5
 *
 * On a contiguous tensor a reshape is only a new set of row-major strides. On a view it works as
 * long as the axes that are cut or joined lie in memory like one; else the caller copies first.
 */
#include "view.h"

/* ---- shapes that no reshape can give --------------------------------------------------------- */

void reshape_check(int ndim, const long *wished)
{
    int unknown = 0;
    if (ndim > TENSOR_MAX_AXES)
        fail("tensor_reshape: %d axes; a tensor has 0 to %d", ndim, TENSOR_MAX_AXES);
    for (int d = 0; d < ndim; d++) {
        if (wished[d] < -1)
            fail("tensor_reshape: axis %d of %s is negative", d, shape_text(ndim, wished));
        unknown += wished[d] == -1;
    }
    if (unknown > 1)
        fail("tensor_reshape: more than one -1 in %s", shape_text(ndim, wished));
}

void reshape_does_not_fill(const Tensor *a, int ndim, const long *wished)
{
    fail("tensor_reshape: cannot reshape %s to %s: %ld elements do not fill it",
         tensor_shape_text(a), shape_text(ndim, wished), tensor_numel(a));
}

/* a * b, or most + 1 where it is larger than most: a product of sizes must not overflow. */
long product_up_to(long most, long a, long b)
{
    return b != 0 && a > most / b ? most + 1 : a * b;
}

/* ---- the shape that is asked for, with a -1 worked out --------------------------------------- */

/* Invariant: the shape holds just as many elements as there are, whatever sizes are asked for. */
EXERCISE
void resolve_shape(const Tensor *a, int ndim, const long *wished, long *shape)
{
    reshape_check(ndim, wished);
    long known = 1, numel = tensor_numel(a);
    int unknown = -1;
    for (int d = 0; d < ndim; d++) {
        shape[d] = wished[d];
        if (wished[d] == -1)
            unknown = d;
        else
            known = product_up_to(numel, known, wished[d]);
    }
    if (unknown >= 0) {
        if (known == 0 || numel % known != 0)
            reshape_does_not_fill(a, ndim, wished);
        shape[unknown] = numel / known;
    } else if (known != numel) {
        reshape_does_not_fill(a, ndim, wished);
    }
}

/* ---- on the memory of a view, where its strides allow it ------------------------------------- */

/* Find strides for shape on the memory of a, which has elements: walk both shapes at once, matching
 * the smallest groups of axes with equal products; the axes of a within a group must lie in memory
 * like one axis. */
EXERCISE
bool reshape_strides(const Tensor *a, int ndim, const long *shape, long *stride)
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

bool reshape_view(Tensor *out, const Tensor *a, int ndim, const long *wished)
{
    long shape[TENSOR_MAX_AXES], stride[TENSOR_MAX_AXES];
    resolve_shape(a, ndim, wished, shape);
    if (tensor_is_contiguous(a))
        strides_row_major(ndim, shape, stride);
    else if (!reshape_strides(a, ndim, shape, stride))
        return false;
    start_view(out, a);
    for (int d = 0; d < ndim; d++)
        add_axis(out, shape[d], stride[d]);
    return true;
}
