/* channels.c - how much a channel weighs, and which inputs it is behind a flatten. */
#include <math.h>
#include "compress_check.h"
#include "optim.h"

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

/* Those of channel c are c places to c places + places - 1. */
void channel_inputs(long *input, long keep, const long *which, long places)
{
    for (long k = 0; k < keep; k++)
        for (long p = 0; p < places; p++)
            input[k * places + p] = which[k] * places + p;
}
