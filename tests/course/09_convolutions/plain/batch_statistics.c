/* batch_statistics.c - mean and variance of each channel: first the one, then the other. */
#include "images_parts.h"

void batch_statistics_kernel(Tensor *mean, Tensor *var, const Tensor *x)
{
    batch_channels("batch_statistics_kernel", x, (const Tensor *[4]){mean, var});

    long B = x->shape[0], C = x->shape[1], H = x->shape[2], W = x->shape[3];
    double N = (double)(B * H * W);
    for (long c = 0; c < C; c++) {
        double sum = 0;
        for (long b = 0; b < B; b++)
            for (long r = 0; r < H; r++)
                for (long s = 0; s < W; s++)
                    sum += tensor_get(x, AT(b, c, r, s));
        double m = sum / N;

        double squares = 0;
        for (long b = 0; b < B; b++)
            for (long r = 0; r < H; r++)
                for (long s = 0; s < W; s++) {
                    double distance = tensor_get(x, AT(b, c, r, s)) - m;
                    squares += distance * distance;
                }
        mean->data[c] = (real)m;
        var->data[c] = (real)(squares / N);
    }
}
