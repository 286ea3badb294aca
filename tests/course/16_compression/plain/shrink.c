/* shrink.c - columns, or rows, copied number by number into a smaller tensor. */
#include "compress_check.h"

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

void linear_keep_outputs(Linear *l, long keep, const long *which)
{
    keep_check("linear_keep_outputs", "outputs", l->weight->shape[1], keep, which);

    long in = l->weight->shape[0];
    Tensor *weight = tensor_new(SHAPE(in, keep));
    for (long i = 0; i < in; i++)
        for (long k = 0; k < keep; k++)
            tensor_set(weight, AT(i, k), tensor_get(l->weight, AT(i, which[k])));
    parameter_replace(&l->module, &l->weight, weight);
    if (l->bias == NULL)
        return;
    Tensor *bias = tensor_new(SHAPE(keep));
    for (long k = 0; k < keep; k++)
        tensor_set(bias, AT(k), tensor_get(l->bias, AT(which[k])));
    parameter_replace(&l->module, &l->bias, bias);
}

void linear_keep_inputs(Linear *l, long keep, const long *which)
{
    keep_check("linear_keep_inputs", "inputs", l->weight->shape[0], keep, which);

    long out = l->weight->shape[1];
    Tensor *weight = tensor_new(SHAPE(keep, out));
    for (long k = 0; k < keep; k++)
        for (long j = 0; j < out; j++)
            tensor_set(weight, AT(k, j), tensor_get(l->weight, AT(which[k], j)));
    parameter_replace(&l->module, &l->weight, weight);
}
