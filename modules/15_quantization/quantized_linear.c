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

    /* TODO: x W + b with weights that are codes, (..., in) -> (..., out).
     *
     * CONTRACT  whatever stands in front of the last axis, also nothing. Where l->calibrated is
     *           set the scale of x is l->input, else each row finds its own. The bias, if there
     *           is one, is added to numbers, as it is. x may be a view.
     * EXAMPLE   x (2, 3, 4), weight 4 to 5: (2, 3, 5); x (4): (5)
     * HOLDS     rows of x in another order: rows of the result in that order.
     * YOU HAVE  matmul_int8(out, x, l->weight, params or NULL), which wants (rows, in) lying row
     *           by row; operations (operations.h)
     * THINK     how many rows has (2, 3, 4)? And (4)? */
    return todo("15.11 quantized_linear_forward");
}
