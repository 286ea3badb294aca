/* prune_2_4.c - two of four neighbours stay.
 *
 *     W (in, out)      inputs 0 1 2 3 of output j are one four, 4 5 6 7 the next
 *
 * Invariant: each four keeps exactly two.
 */
#include <math.h>
#include "compress_check.h"

/* How many of the four weights are larger than number i, or as large and in front of it. */
static int before(const real *four, long stride, int i)
{
    int count = 0;
    for (int k = 0; k < 4; k++) {
        double other = fabs((double)four[k * stride]), own = fabs((double)four[i * stride]);
        count += other > own || (other == own && k < i);
    }
    return count;
}

EXERCISE
void prune_mask_2_4(Tensor *mask, const Tensor *w)
{
    prune_mask_2_4_check(mask, w);
    long in = w->shape[0], out = w->shape[1];
    for (long first = 0; first < in; first += 4)
        for (long j = 0; j < out; j++)
            for (int i = 0; i < 4; i++)
                mask->data[(first + i) * out + j] =
                    before(w->data + first * out + j, out, i) < 2 ? 1 : 0;
}
