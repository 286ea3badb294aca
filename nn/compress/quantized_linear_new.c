/* quantized_linear_new.c - a linear layer of codes: made of a size, or of a layer that was
 * trained. */
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
