/* max_pool.c - the largest number under each window, and where it stands: its gradient will go
 * there.
 *
 * Padding is left out, so that it never wins: were it 0, it would win over negative numbers.
 */
#include <math.h>
#include "images_parts.h"

/* Of the window whose first number is at row r and column s of a plane. */
static real largest(const Tensor *x, const Window *w, long b, long c, long r, long s, int *index)
{
    real best = -(real)INFINITY;
    *index = -1;
    for (long i = 0; i < w->kernel[0]; i++)
        for (long j = 0; j < w->kernel[1]; j++) {
            long row = r + i * w->dilation[0], column = s + j * w->dilation[1];
            if (row < 0 || row >= x->shape[2] || column < 0 || column >= x->shape[3])
                continue;
            real next = tensor_get(x, AT(b, c, row, column));
            if (*index < 0 || next > best || (isnan(next) && !isnan(best))) {
                best = next;
                *index = (int)(row * x->shape[3] + column);
            }
        }
    return best;
}

EXERCISE
void max_pool2d_kernel(Tensor *out, IntTensor *index, const Tensor *x, Window w)
{
    w = pool_check("max_pool2d_kernel", x, out, w);
    pool_check_index("max_pool2d_kernel", index, out);
    int *place = index->data;
    for (long b = 0; b < out->shape[0]; b++)
        for (long c = 0; c < out->shape[1]; c++)
            for (long r = 0; r < out->shape[2]; r++)
                for (long s = 0; s < out->shape[3]; s++)
                    tensor_set(out, AT(b, c, r, s),
                               largest(x, &w, b, c, r * w.stride[0] - w.padding[0],
                                       s * w.stride[1] - w.padding[1], place++));
}
