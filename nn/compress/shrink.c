/* shrink.c - a layer with fewer channels: smaller tensors, and not zeros.
 *
 * W is (in, out): an output is a column and a bias, an input is a row. Who takes outputs of one
 * layer away takes the inputs of the next.
 */
#include "compress_check.h"

EXERCISE
void linear_keep_outputs(Linear *l, long keep, const long *which)
{
    long in = l->weight->shape[0], out = l->weight->shape[1];
    keep_check("linear_keep_outputs", "outputs", out, keep, which);
    Scope *scope = scope_open();
    Tensor *weight = tensor_new(SHAPE(in, keep));
    for (long i = 0; i < in; i++)
        for (long k = 0; k < keep; k++)
            weight->data[i * keep + k] = l->weight->data[i * out + which[k]];
    parameter_replace(&l->module, &l->weight, weight);
    if (l->bias != NULL) {
        Tensor *bias = tensor_new(SHAPE(keep));
        for (long k = 0; k < keep; k++)
            bias->data[k] = l->bias->data[which[k]];
        parameter_replace(&l->module, &l->bias, bias);
    }
    scope_close(scope);
}

EXERCISE
void linear_keep_inputs(Linear *l, long keep, const long *which)
{
    long out = l->weight->shape[1];
    keep_check("linear_keep_inputs", "inputs", l->weight->shape[0], keep, which);
    Scope *scope = scope_open();
    Tensor *weight = tensor_new(SHAPE(keep, out));
    for (long k = 0; k < keep; k++)
        for (long j = 0; j < out; j++)
            weight->data[k * out + j] = l->weight->data[which[k] * out + j];
    parameter_replace(&l->module, &l->weight, weight);
    scope_close(scope);
}
