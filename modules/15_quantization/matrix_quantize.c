/* matrix_quantize.c - the codes of a matrix, column by column.
 *
 * A product of a row with a matrix reads its columns, each from top to bottom, so a column's codes lie side by
 * side. How many numbers share a scale is a bargain: a scale costs bytes, and one number that is far from 0 makes
 * the steps high for all that share it with it.
 */
#include <string.h>
#include "quantize_parts.h"
#include "todo.h"

/* ---- 15.8 ---------------------------------------------------------------------------------------- */

void matrix_quantize(QuantizedMatrix *q, const Tensor *w)
{
    matrix_quantize_check(q, w); /* given */
    Scope *scope = scope_open();
    grad_mode(false);
    /* given: (out, in), so that column j of w lies at columns->data + j * q->in */
    Tensor *columns = tensor_contiguous(tensor_transpose(tensor_new_view(w), 0, 1));

    /* TODO: codes and scales of all columns. Column j's codes begin at q->codes + j * q->in.
     *
     * APPROACH, by q->scheme
     *   group is PER_TENSOR   one quant_symmetric, in 8 bits, of all numbers: its scale is q->scales[0]
     *   group is PER_COLUMN   one for each column: q->scales[j]
     *   a group, 8 bits       one for each `group` numbers of a column: q->halves[j * groups + g], by
     *                         half_from_float; groups = q->in / group
     *   4 bits                a block of quantize_q4_0 for each 32 numbers: its d is the scale, q->halves[...] as
     *                         above, and its 16 bytes go to q->nibbles + (j * q->in + g * 32) / 2
     *   Codes of 8 bits are made by quantize_row, with the scale as a float, also where it is kept as a half.
     *
     * HINT: one function for each kind of column keeps this short. */
    (void)columns;
    todo("15.8 matrix_quantize");
    scope_close(scope); /* given */
}
