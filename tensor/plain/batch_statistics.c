/* batch_statistics.c - mean and variance of each channel, over all its numbers: batch, rows and
 * columns.
 *
 * Each number is read once, and moves both (Welford 1962): nothing large is ever subtracted.
 */
#include "images_parts.h"
#define READS_ARE_HEARD /* the tests of module 09 count them in every build */
#include "cache_model.h"

EXERCISE
void batch_statistics_kernel(Tensor *mean, Tensor *var, const Tensor *x)
{
    batch_channels("batch_statistics_kernel", x, (const Tensor *[4]){mean, var});
    for (long c = 0; c < x->shape[1]; c++) {
        double m = 0, squares = 0, n = 0;
        for (long b = 0; b < x->shape[0]; b++)
            for (long r = 0; r < x->shape[2]; r++)
                for (long s = 0; s < x->shape[3]; s++) {
                    double next = (double)READ(x->data[b * x->stride[0] + c * x->stride[1] +
                                                       r * x->stride[2] + s * x->stride[3]]);
                    double d = next - m;
                    m += d / ++n;
                    squares += d * (next - m);
                }
        mean->data[c] = (real)m;
        var->data[c] = (real)(squares / n);
    }
}
