/* avg_pool.c - the mean of the numbers under each window.
 *
 * What is in the padding is 0: it counts as a number or, without count_padding, not at all.
 */
#include "images_parts.h"

/* Of the window whose first number is at row r and column s of a plane. */
static real mean_of_window(const Tensor *x, const Window *w, long b, long c, long r, long s,
                           bool count_padding)
{
    real sum = 0;
    long inside = 0;
    for (long i = 0; i < w->kernel[0]; i++)
        for (long j = 0; j < w->kernel[1]; j++) {
            long row = r + i * w->dilation[0], column = s + j * w->dilation[1];
            if (row >= 0 && row < x->shape[2] && column >= 0 && column < x->shape[3]) {
                sum += tensor_get(x, AT(b, c, row, column));
                inside++;
            }
        }
    long count = count_padding ? w->kernel[0] * w->kernel[1] : inside;
    return count > 0 ? sum / (real)count : 0;
}

EXERCISE
void avg_pool2d_kernel(Tensor *out, const Tensor *x, Window w, bool count_padding)
{
    w = pool_check("avg_pool2d_kernel", x, out, w);
    for (long b = 0; b < out->shape[0]; b++)
        for (long c = 0; c < out->shape[1]; c++)
            for (long r = 0; r < out->shape[2]; r++)
                for (long s = 0; s < out->shape[3]; s++)
                    tensor_set(out, AT(b, c, r, s),
                               mean_of_window(x, &w, b, c, r * w.stride[0] - w.padding[0],
                                              s * w.stride[1] - w.padding[1], count_padding));
}
