/* reshape_strides.c - another shape on the memory of a view, where its strides allow it. */
#include "view.h"

/* Find strides for shape on the memory of a, which has elements: walk both shapes at once, matching
 * the smallest groups of axes with equal products; the axes of a within a group must lie in memory
 * like one axis. */
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
