/* channels.c - the channels of the largest norms, found by their ranks. */
#include <math.h>
#include "compress_check.h"

void linear_output_norms(double *norm, const Linear *l)
{
    long in = l->weight->shape[0], out = l->weight->shape[1];
    for (long j = 0; j < out; j++) {
        double squares = 0;
        for (long i = 0; i < in; i++) {
            double number = tensor_get(l->weight, AT(i, j));
            squares += number * number;
        }
        norm[j] = sqrt(squares);
    }
}

void channels_largest(long *which, const double *norm, long n, long keep)
{
    channels_check(n, keep);
    channels_norms_check(norm, n);

    long written = 0;
    for (long i = 0; i < n; i++) {
        long ahead = 0;
        for (long other = 0; other < n; other++) {
            if (norm[other] > norm[i])
                ahead++;
            if (norm[other] == norm[i] && other < i)
                ahead++;
        }
        if (ahead < keep) {
            which[written] = i;
            written++;
        }
    }
}
