/* prune_2_4.c - the largest of four stays, then the largest of the other three. */
#include <math.h>
#include "compress_check.h"

static int largest_of_four(const double *size, int without)
{
    int best = -1;
    for (int k = 0; k < 4; k++) {
        if (k == without)
            continue;
        if (best == -1 || size[k] > size[best])
            best = k;
    }
    return best;
}

void prune_mask_2_4(Tensor *mask, const Tensor *w)
{
    prune_mask_2_4_check(mask, w);

    long in = w->shape[0], out = w->shape[1];
    for (long j = 0; j < out; j++)
        for (long start = 0; start < in; start += 4) {
            double size[4];
            for (int k = 0; k < 4; k++)
                size[k] = fabs((double)tensor_get(w, AT(start + k, j)));
            int first = largest_of_four(size, -1);
            int second = largest_of_four(size, first);
            for (int k = 0; k < 4; k++) {
                if (k == first || k == second)
                    tensor_set(mask, AT(start + k, j), 1);
                else
                    tensor_set(mask, AT(start + k, j), 0);
            }
        }
}
