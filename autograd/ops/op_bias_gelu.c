/* op_bias_gelu.c - gelu_tanh(x + bias) as one operation; its rows, and the way back, stand in
 * bias_gelu.c. */
#include "op.h"

/* A sum, and its gelu of 9. */
static double bias_gelu_flops(const Closure *c)
{
    return 10 * (double)tensor_numel(c->out);
}

static const Operation bias_gelu_op = {
    .name = "bias_gelu",
    .backward = bias_gelu_backward,
    .reads = {READS_INPUT(0) | READS_INPUT(1), READS_INPUT(0) | READS_INPUT(1)},
    .flops = bias_gelu_flops};

Tensor *tensor_bias_gelu(Tensor *x, Tensor *bias)
{
    if (bias->ndim != 1 || x->ndim < 1 || x->shape[x->ndim - 1] != bias->shape[0])
        fail("tensor_bias_gelu: a bias of shape %s for x %s. hint: it has one axis, with a number "
             "for each "
             "channel, the last axis of x",
             tensor_shape_text(bias), tensor_shape_text(x));
    Tensor *y = tensor_new_like(x);
    rows_apply(y, 2, (const Tensor *[]){x, bias}, bias_gelu_row, NULL);
    return closure_record(y, &bias_gelu_op, INPUTS(x, bias), NO_CAPTURE);
}
