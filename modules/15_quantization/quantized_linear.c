/* quantized_linear.c - a linear layer whose weights are codes.
 *
 * Invariant: the bias is added in full precision, to numbers: it is a column's number once, so nothing is
 * gained by codes of it, and half a step of it would be off in every row.
 */
#include "quantize_parts.h"
#include "todo.h"

/* ---- 15.11 --------------------------------------------------------------------------------------- */

Tensor *quantized_linear_forward(QuantizedLinear *l, Tensor *x)
{
    quantized_linear_check(l, x); /* given: x is (..., in), and no gradient is asked for */

    /* TODO: x W + b, (..., in) -> (..., out).
     *
     * APPROACH
     *   1. All axes but the last are rows: tensor_reshape to (rows, in), and tensor_contiguous.
     *   2. matmul_int8 into a new tensor (rows, out), by l->weight. l->calibrated: with &l->input; else NULL.
     *   3. Back to the axes of x, with out as the last one.
     *   4. The bias, if there is one, as it is.
     *
     * HINT: x may have one axis only, then there is one row. */
    return todo("15.11 quantized_linear_forward");
}
