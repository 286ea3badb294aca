/* conv2d_direct.c - a convolution as its definition says it, and the twin of all faster ones.
 *
 *     y[b][o][r][s] = bias[o] + sum over c, i, j of
 *                     weight[o][c][i][j] x[b][c'][r stride + i dilation - padding][...]
 *
 * Output o belongs to group o / (Cout / groups), and c' counts from that group's first input
 * channel.
 */
#include "images_parts.h"

static real element(const Tensor *t, long a, long b, long c, long d)
{
    return t->data[a * t->stride[0] + b * t->stride[1] + c * t->stride[2] + d * t->stride[3]];
}

/* One number of y: the window whose first row is r and whose first column is s. */
static real sum_of_window(const Tensor *x, const Tensor *weight, const Window *w, long b, long o,
                          long first_channel, long r, long s)
{
    real sum = 0;
    for (long c = 0; c < weight->shape[1]; c++)
        for (long i = 0; i < w->kernel[0]; i++)
            for (long j = 0; j < w->kernel[1]; j++) {
                long row = r + i * w->dilation[0], column = s + j * w->dilation[1];
                if (row >= 0 && row < x->shape[2] && column >= 0 && column < x->shape[3])
                    sum +=
                        element(weight, o, c, i, j) * element(x, b, first_channel + c, row, column);
            }
    return sum;
}

EXERCISE
void conv2d_direct(Tensor *out, const Tensor *x, const Tensor *weight, const Tensor *bias, Window w,
                   long groups)
{
    w = conv2d_check("conv2d_direct", out, x, weight, bias, w, groups);
    long in = weight->shape[1], outputs = weight->shape[0] / groups;
    for (long b = 0; b < out->shape[0]; b++)
        for (long o = 0; o < out->shape[1]; o++)
            for (long r = 0; r < out->shape[2]; r++)
                for (long s = 0; s < out->shape[3]; s++) {
                    real sum = sum_of_window(x, weight, &w, b, o, o / outputs * in,
                                             r * w.stride[0] - w.padding[0],
                                             s * w.stride[1] - w.padding[1]);
                    out->data[b * out->stride[0] + o * out->stride[1] + r * out->stride[2] +
                              s * out->stride[3]] =
                        sum + (bias != NULL ? bias->data[o * bias->stride[0]] : 0);
                }
}
