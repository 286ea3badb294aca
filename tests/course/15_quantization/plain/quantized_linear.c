/* quantized_linear.c - rows in front, a product of codes, the bias behind it. */
#include "quantize_parts.h"

Tensor *quantized_linear_forward(QuantizedLinear *l, Tensor *x)
{
    quantized_linear_check(l, x);

    long in = l->weight->in, out = l->weight->out;
    long rows = 1;
    long shape[TENSOR_MAX_AXES];
    for (int axis = 0; axis < x->ndim - 1; axis++) {
        rows *= x->shape[axis];
        shape[axis] = x->shape[axis];
    }
    shape[x->ndim - 1] = out;

    Tensor *flat = tensor_reshape(tensor_contiguous(x), SHAPE(rows, in));
    Tensor *y = tensor_zeros(SHAPE(rows, out));
    if (l->calibrated)
        matmul_int8(y, flat, l->weight, &l->input);
    else
        matmul_int8(y, flat, l->weight, NULL);
    if (l->bias != NULL)
        for (long r = 0; r < rows; r++)
            for (long j = 0; j < out; j++)
                y->data[r * out + j] += l->bias->data[j];
    return tensor_reshape(y, x->ndim, shape);
}
