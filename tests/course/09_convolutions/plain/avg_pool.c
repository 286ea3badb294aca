/* avg_pool.c - the mean of the numbers under each window. */
#include "images_parts.h"

static real mean_under(const Tensor *x, Window w, bool count_padding, long b, long c, long r,
                       long s)
{
    long H = x->shape[2], W = x->shape[3];
    double sum = 0;
    long inside = 0;
    for (long i = 0; i < w.kernel[0]; i++) {
        for (long j = 0; j < w.kernel[1]; j++) {
            long row = r * w.stride[0] + i * w.dilation[0] - w.padding[0];
            long column = s * w.stride[1] + j * w.dilation[1] - w.padding[1];
            if (row >= 0 && row < H && column >= 0 && column < W) {
                sum += tensor_get(x, AT(b, c, row, column));
                inside++;
            }
        }
    }
    if (count_padding)
        return (real)(sum / (double)(w.kernel[0] * w.kernel[1]));
    if (inside == 0)
        return 0;
    return (real)(sum / (double)inside);
}

void avg_pool2d_kernel(Tensor *out, const Tensor *x, Window w, bool count_padding)
{
    w = pool_check("avg_pool2d_kernel", x, out, w);

    for (long b = 0; b < out->shape[0]; b++)
        for (long c = 0; c < out->shape[1]; c++)
            for (long r = 0; r < out->shape[2]; r++)
                for (long s = 0; s < out->shape[3]; s++)
                    tensor_set(out, AT(b, c, r, s), mean_under(x, w, count_padding, b, c, r, s));
}
