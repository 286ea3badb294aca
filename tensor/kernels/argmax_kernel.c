/* argmax_kernel.c - the question of argmax.c, once for every row along an axis. */
#include "combine.h"
#include "rows.h"

void argmax_kernel(IntTensor *index, const Tensor *a, int axis)
{
    axis = tensor_axis("tensor_argmax", axis, a);
    if (a->shape[axis] == 0)
        fail("tensor_argmax: axis %d of %s has no elements", axis, tensor_shape_text(a));
    Tensor last;                          /* the axis goes last, so that each row is one question */
    transpose_view(&last, a, axis, axis); /* a copy of the header */
    for (int d = axis; d + 1 < last.ndim; d++) {
        last.shape[d] = a->shape[d + 1];
        last.stride[d] = a->stride[d + 1];
    }
    last.ndim--;
    Walk w;
    WalkPosition p;
    walk_start(&w, last.ndim, last.shape, 1, (const Tensor *[]){&last});
    if (w.rows == 0 || w.n == 0)
        return;
    walk_seek(&w, 0, &p);
    long n = a->shape[axis], stride = a->stride[axis];
    for (long row = 0; row < w.rows; row++, walk_next(&w, &p)) {
        for (long i = 0; i < w.n; i++) {
            const real *x = p.at[0] + i * w.row_stride[0];
            index->data[row * w.n + i] = (int)first_largest(n, x, stride);
        }
    }
}
