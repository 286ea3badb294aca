/* batch_statistics.c - mean and variance of each channel, over all its numbers: batch, rows and columns. */
#include "images_parts.h"
#include "todo.h"

/* ---- 09.10 ----------------------------------------------------------------------------------- */

void batch_statistics_kernel(Tensor *mean, Tensor *var, const Tensor *x)
{
    batch_channels("batch_statistics_kernel", x,
                   (const Tensor *[4]){mean, var}); /* given: checks */

    /* TODO: mean->data[c] and var->data[c] of the N = B H W numbers of channel c.
     *
     * APPROACH
     *   1. mean: add up the channel in double, divide by N:
     *          for (long b = 0; b < x->shape[0]; b++)
     *          for (long r = 0; r < x->shape[2]; r++)
     *          for (long s = 0; s < x->shape[3]; s++) {
     *   2. var: in a second walk, add up (x - mean)^2, divide by N: the batch is normalized by its own spread,
     *      not by a guess at that of all images.
     *
     * EXAMPLE
     *   x (2, 1, 1, 2) = 1, 3 and 5, 7: mean 4, variance (9 + 1 + 1 + 9) / 4 = 5
     *
     * HINT: the mean of the squares minus the square of the mean is the same on paper; of numbers near 10^6 it
     * leaves nothing. */
    todo("09.10 batch_statistics_kernel");
}
