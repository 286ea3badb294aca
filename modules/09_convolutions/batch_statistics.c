/* batch_statistics.c - mean and variance of each channel, over all its numbers: batch, rows and columns.
 *
 * Numbers of x are read as READ(x), which is x, and one test hears of it: in that test there is no other way to them.
 */
#include "images_parts.h"
#define READS_ARE_HEARD /* in every build, the tests count them */
#include "cache_model.h"
#include "todo.h"

/* ---- 09.9 ----------------------------------------------------------------------------------- */

void batch_statistics_kernel(Tensor *mean, Tensor *var, const Tensor *x)
{
    batch_channels("batch_statistics_kernel", x,
                   (const Tensor *[4]){mean, var}); /* given: checks */

    /* TODO: mean and variance of each channel: mean->data[c] and var->data[c] of its N = B H W
     * numbers.
     *
     * CONTRACT  the variance is that of all N numbers (divided by N). Numbers near 10^6
     *           that differ by 1 are no trouble. x may be a view.
     * BUDGET    right: 3 points. Near 10^6, too: 2 more. Each number of x read once, and no copy
     *           of a channel kept: the last 3.
     * EXAMPLE   x (2, 1, 1, 2) = 1, 3 and 5, 7: mean 4, variance (9 + 1 + 1 + 9) / 4 = 5
     * HOLDS     x + 1000: the mean is 1000 more, the variance the same. 2 x: 4 times the
     *           variance. Images in another order: the same.
     * YOU HAVE  READ(x->data[b * x->stride[0] + ...])
     * THINK     "the mean of squares minus the square of the mean" is the same on paper. How
     *           many digits has 1000001 squared, and how many are left of the difference? What do you know of
     *           the mean when the first number has been read, and when half of them have? */
    todo("09.9 batch_statistics_kernel");
}
