/* reshape.c - the same numbers in the same order, cut into rows of another length.
 *
 *     a (2, 3)   0 1 2     to (3, 2)   0 1     to (6,)   0 1 2 3 4 5     to (-1, 1): six rows of one
 *                3 4 5                 2 3
 *                                      4 5
 *
 * On a contiguous tensor a reshape is only a new set of row-major strides. On a view it works as
 * long as the axes that are cut or joined lie in memory like one; else the caller copies first.
 */
#include "view.h"
#include "todo.h"

/* given: at most one -1, no other negative size. */
static void check_wished(int ndim, const long *wished)
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

/* given: what to call when the elements do not come out even. */
_Noreturn static void does_not_fill(const Tensor *a, int ndim, const long *wished)
{
    fail("tensor_reshape: cannot reshape %s to %s: %ld elements do not fill it",
         tensor_shape_text(a), shape_text(ndim, wished), tensor_numel(a));
}

/* given: a * b, or most + 1 where it is larger than most: a product of sizes must not overflow. */
static long product_up_to(long most, long a, long b)
{
    return b != 0 && a > most / b ? most + 1 : a * b;
}

/* ---- 01.7 ---------------------------------------------------------------------------------------- */

void resolve_shape(const Tensor *a, int ndim, const long *wished, long *shape)
{
    check_wished(ndim, wished); /* given */

    /* TODO: fill shape with wished, where a -1 becomes the size that makes the elements of a fit.
     *
     * APPROACH
     *   1. Copy wished to shape. On the way multiply the sizes that are known, and remember which axis
     *      has the -1. For the product take  known = product_up_to(numel, known, wished[d])  with
     *      numel = tensor_numel(a): nobody's sizes can make it overflow.
     *   2. With a -1: numel must be a multiple of known, and known not 0; the missing size is
     *      their quotient.
     *   3. Without: known must be numel.
     *   4. Else: does_not_fill(a, ndim, wished).
     *
     * EXAMPLE
     *   24 elements, wished (2, -1, 4)   ->   (2, 3, 4), since 24 / (2 * 4) = 3
     *   24 elements, wished (5, -1)      ->   does_not_fill: 24 is no multiple of 5
     *
     * HINT: -1 is not a factor of the product. Test for 0 before you divide. */
    todo("01.7 resolve_shape");
}

/* given. Find strides for shape on the memory of a, which has elements: walk both shapes at once, matching
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

/* ---- 01.8 ---------------------------------------------------------------------------------------- */

bool reshape_view(Tensor *out, const Tensor *a, int ndim, const long *wished)
{
    /* TODO: make out a view of a with another shape; false if the strides of a do not allow it.
     *
     * APPROACH
     *   1. resolve_shape(a, ndim, wished, shape), into an array of TENSOR_MAX_AXES sizes.
     *   2. If a is contiguous, the new strides are row-major: strides_row_major.
     *   3. If not, find_strides (above) looks for strides that fit. Where there are none it
     *      returns false: so do you, and leave out as it was. The caller then copies first.
     *   4. start_view, and add_axis for each axis, as in view.c.
     *
     * EXAMPLE
     *   shape (2, 3), stride (3, 1) to (3, 2): stride (2, 1), true
     *   shape (3, 2), stride (1, 3) to (6):    false; no single step leads 0, 3, 1, 4, 2, 5
     *
     * HINT: no number moves here. Reshape keeps the order of the elements, transpose changes it. */
    todo("01.8 reshape_view");
}
