/* quantized_linear.c - a linear layer whose weights are codes.
 *
 * Invariant: the bias is added in full precision, to numbers: it is a column's number once, so
 * nothing is gained by codes of it, and half a step of it would be off in every row.
 */
#include "quantize_parts.h"

EXERCISE
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
    return l->bias != NULL ? tensor_add(y, l->bias) : y;
}
