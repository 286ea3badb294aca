/* batch_statistics.c - sums of what each number is more than the first of its channel. */
#include "images_parts.h"
#define READS_ARE_HEARD
#include "cache_model.h"

void batch_statistics_kernel(Tensor *mean, Tensor *var, const Tensor *x)
{
    batch_channels("batch_statistics_kernel", x, (const Tensor *[4]){mean, var});

    long B = x->shape[0], C = x->shape[1], H = x->shape[2], W = x->shape[3];
    const long *stride = x->stride;
    double N = (double)(B * H * W);
    for (long c = 0; c < C; c++) {
        double first = 0, sum = 0, squares = 0;
        for (long b = 0; b < B; b++)
            for (long r = 0; r < H; r++)
                for (long s = 0; s < W; s++) {
                    double number = READ(
                        x->data[b * stride[0] + c * stride[1] + r * stride[2] + s * stride[3]]);
                    if (b + r + s == 0)
                        first = number;
                    double more = number - first;
                    sum += more;
                    squares += more * more;
                }
        double m = sum / N;
        mean->data[c] = (real)(first + m);
        var->data[c] = (real)(squares / N - m * m);
    }
}
