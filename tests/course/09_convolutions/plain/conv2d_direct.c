/* conv2d_direct.c - a convolution as its definition says it, in seven loops. */
#include "images_parts.h"

/* The sum under the window of output o at (r, s) of image b; `first` is the first channel of x that
 * its group sees. */
static double window_sum(const Tensor *x, const Tensor *weight, Window w, long b, long o,
                         long first, long r, long s)
{
    long H = x->shape[2], W = x->shape[3];
    double sum = 0;
    for (long c = 0; c < weight->shape[1]; c++) {
        for (long i = 0; i < weight->shape[2]; i++) {
            for (long j = 0; j < weight->shape[3]; j++) {
                long row = r * w.stride[0] + i * w.dilation[0] - w.padding[0];
                long column = s * w.stride[1] + j * w.dilation[1] - w.padding[1];
                if (row >= 0 && row < H && column >= 0 && column < W)
                    sum += (double)tensor_get(weight, AT(o, c, i, j)) *
                           tensor_get(x, AT(b, first + c, row, column));
            }
        }
    }
    return sum;
}

void conv2d_direct(Tensor *out, const Tensor *x, const Tensor *weight, const Tensor *bias, Window w,
                   long groups)
{
    w = conv2d_check("conv2d_direct", out, x, weight, bias, w, groups);

    long B = out->shape[0], Cout = out->shape[1], Ho = out->shape[2], Wo = out->shape[3];
    long outputs_per_group = Cout / groups;
    long inputs_per_group = weight->shape[1];
    for (long b = 0; b < B; b++) {
        for (long o = 0; o < Cout; o++) {
            long group = o / outputs_per_group;
            long first = group * inputs_per_group;
            double start = 0;
            if (bias != NULL)
                start = tensor_get(bias, AT(o));
            for (long r = 0; r < Ho; r++) {
                for (long s = 0; s < Wo; s++) {
                    double sum = window_sum(x, weight, w, b, o, first, r, s);
                    tensor_set(out, AT(b, o, r, s), (real)(start + sum));
                }
            }
        }
    }
}
