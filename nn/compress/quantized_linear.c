/* quantized_linear.c - a linear layer whose weights are codes: made of a size, or of a layer that
 * was trained.
 *
 * Invariant: the bias is added in full precision, to numbers: it is a column's number once, so
 * nothing is gained by codes of it, and half a step of it would be off in every row.
 */
#include "quantize_parts.h"

static Tensor *forward(Module *self, Tensor *x)
{
    return quantized_linear_forward((QuantizedLinear *)self, x);
}

static void destroy(Module *self)
{
    quantized_matrix_free(((QuantizedLinear *)self)->weight);
}

QuantizedLinear *quantized_linear_new(long in, long out, bool bias, QuantScheme scheme)
{
    quantized_matrix_check(in, out, scheme);
    UNDO_ON_FAIL;
    QuantizedLinear *l = module_new(sizeof *l, "QuantizedLinear", forward);
    l->weight = quantized_matrix_new(in, out, scheme);
    l->module.destroy = destroy;
    if (bias)
        l->bias = module_buffer(&l->module, "bias", BUFFER_SAVED, SHAPE(out));
    return l;
}

QuantizedLinear *quantized_linear_from(const Linear *l, QuantScheme scheme)
{
    UNDO_ON_FAIL;
    QuantizedLinear *q =
        quantized_linear_new(l->weight->shape[0], l->weight->shape[1], l->bias != NULL, scheme);
    matrix_quantize(q->weight, l->weight);
    if (l->bias != NULL)
        copy_kernel(q->bias, l->bias);
    return q;
}

void quantized_linear_calibrate(QuantizedLinear *l, const MinMaxObserver *o)
{
    if (o->count == 0)
        fail(
            "quantized_linear_calibrate: the observer has seen nothing. hint: minmax_observer_add");
    l->input = minmax_observer_params(o, 8);
    l->calibrated = true;
}

const QuantizedMatrix *module_codes(const Module *m)
{
    return m->forward == forward ? ((const QuantizedLinear *)m)->weight : NULL;
}

void quantized_linear_check(const QuantizedLinear *l, const Tensor *x)
{
    long in = l->weight->in;
    if (x->ndim == 0 || x->shape[x->ndim - 1] != in)
        fail("quantized_linear_forward: x is %s but this layer takes (..., %ld)",
             tensor_shape_text(x), in);
    if (x->requires_grad && scope_settings()->recording)
        fail("quantized_linear_forward: x requires a gradient, but none passes through codes: a "
             "step has slope 0. hint: grad_mode(false), or tensor_detach");
}

Tensor *quantized_linear_forward(QuantizedLinear *l, Tensor *x)
{
    quantized_linear_check(l, x);
    long in = l->weight->in, out = l->weight->out, rows = 1, shape[TENSOR_MAX_AXES];
    for (int d = 0; d < x->ndim - 1; d++)
        rows *= shape[d] = x->shape[d];
    shape[x->ndim - 1] = out;
    Tensor *y = tensor_new(SHAPE(rows, out));
    matmul_int8(y, tensor_contiguous(tensor_reshape(x, SHAPE(rows, in))), l->weight,
                l->calibrated ? &l->input : NULL);
    y = tensor_reshape(y, x->ndim, shape);
    if (l->bias != NULL)
        y = tensor_add(y, l->bias);
    return y;
}
