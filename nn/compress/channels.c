/* channels.c - which channels stay: those of largest norm.
 *
 * Invariant: what is chosen is in ascending order, so that what stays keeps its order.
 */
#include <math.h>
#include "compress_check.h"
#include "optim.h"

void channels_check(long n, long keep)
{
    if (keep < 0 || keep > n)
        fail("channels_largest: %ld of %ld channels are to stay, expected 0 to %ld", keep, n, n);
}

void channels_norms_check(const double *norm, long n)
{
    for (long j = 0; j < n; j++)
        if (isnan(norm[j]))
            fail("channels_largest: norm[%ld] is NaN, which is neither small nor large. hint: "
                 "KINDLING_CHECK=1 names the operation that made the first NaN",
                 j);
}

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

void conv2d_output_norms(double *norm, const Conv2d *l)
{
    Scope *scope = scope_open();
    grad_mode(false);
    Tensor *filters = tensor_new_view(l->weight);
    for (long j = 0; j < filters->shape[0]; j++)
        norm[j] = sqrt(sum_of_squares(tensor_select(filters, 0, j)));
    scope_close(scope);
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

/* Those of channel c are c places to c places + places - 1. */
void channel_inputs(long *input, long keep, const long *which, long places)
{
    for (long k = 0; k < keep; k++)
        for (long p = 0; p < places; p++)
            input[k * places + p] = which[k] * places + p;
}
