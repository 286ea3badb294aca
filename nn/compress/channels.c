/* channels.c - which channels stay: those of largest norm.
 *
 * Invariant: what is chosen is in ascending order, so that what stays keeps its order.
 */
#include <math.h>
#include "compress_check.h"

EXERCISE
void linear_output_norms(double *norm, const Linear *l)
{
    long in = l->weight->shape[0], out = l->weight->shape[1];
    for (long j = 0; j < out; j++) {
        double sum = 0;
        for (long i = 0; i < in; i++) {
            double w = (double)l->weight->data[i * out + j];
            sum += w * w;
        }
        norm[j] = sqrt(sum);
    }
}

EXERCISE
void channels_largest(long *which, const double *norm, long n, long keep)
{
    channels_check(n, keep);
    channels_norms_check(norm, n);
    long next = 0;
    for (long j = 0; j < n && next < keep; j++) {
        long before = 0;
        for (long i = 0; i < n; i++)
            before += norm[i] > norm[j] || (norm[i] == norm[j] && i < j);
        if (before < keep)
            which[next++] = j;
    }
}

EXERCISE
void channel_inputs(long *input, long keep, const long *which, long places)
{
    for (long k = 0; k < keep; k++)
        for (long p = 0; p < places; p++)
            input[k * places + p] = which[k] * places + p;
}
