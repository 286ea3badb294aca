/* max_pool.c - the largest number under each window, and where it stands. */
#include <math.h>
#include "images_parts.h"

typedef struct {
    real number;
    int place;
} Best;

static Best largest_under(const Tensor *x, Window w, long b, long c, long r, long s)
{
    long H = x->shape[2], W = x->shape[3];
    Best best = {-INFINITY, -1};
    for (long i = 0; i < w.kernel[0]; i++) {
        for (long j = 0; j < w.kernel[1]; j++) {
            long row = r * w.stride[0] + i * w.dilation[0] - w.padding[0];
            long column = s * w.stride[1] + j * w.dilation[1] - w.padding[1];
            if (row < 0 || row >= H || column < 0 || column >= W)
                continue;
            real number = tensor_get(x, AT(b, c, row, column));
            bool first = best.place == -1;
            bool first_nan = isnan(number) && !isnan(best.number);
            if (first || first_nan || number > best.number) {
                best.number = number;
                best.place = (int)(row * W + column);
            }
        }
    }
    return best;
}

void max_pool2d_kernel(Tensor *out, IntTensor *index, const Tensor *x, Window w)
{
    w = pool_check("max_pool2d_kernel", x, out, w);
    pool_check_index("max_pool2d_kernel", index, out);

    long n = 0;
    for (long b = 0; b < out->shape[0]; b++) {
        for (long c = 0; c < out->shape[1]; c++) {
            for (long r = 0; r < out->shape[2]; r++) {
                for (long s = 0; s < out->shape[3]; s++) {
                    Best best = largest_under(x, w, b, c, r, s);
                    tensor_set(out, AT(b, c, r, s), best.number);
                    index->data[n++] = best.place;
                }
            }
        }
    }
}
