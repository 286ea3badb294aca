/* matrix_quantize.c - the codes of a matrix, column by column.
 *
 * A product of a row with a matrix reads its columns, each from top to bottom, so a column's codes lie side by
 * side. How many numbers share a scale is a bargain: a scale costs bytes, and one number that is far from 0 makes
 * the steps high for all that share it with it.
 */
#include <string.h>
#include "quantize_parts.h"
#include "todo.h"

/* ---- 15.5 ---------------------------------------------------------------------------------------- */

void matrix_quantize(QuantizedMatrix *q, const Tensor *w)
{
    matrix_quantize_check(q, w); /* given */
    Scope *scope = scope_open();
    grad_mode(false);
    /* given: (out, in), so that column j of w lies at columns->data + j * q->in */
    Tensor *columns = tensor_contiguous(tensor_transpose(tensor_new_view(w), 0, 1));

    /* TODO: codes and scales of all columns of a matrix.
     *
     * CONTRACT  column j's codes begin at q->codes + j * q->in. By q->scheme:
     *
     *           group is PER_TENSOR   one symmetric scale, in 8 bits, of all numbers: q->scales[0]
     *           group is PER_COLUMN   one for each column: q->scales[j]
     *           a group, 8 bits       one for each `group` numbers of a column, as a half float:
     *                                 q->halves[j * groups + g], groups = q->in / group
     *           4 bits                Q4_0 blocks: d is q->halves[...] as above, 16 bytes go to
     *                                 q->nibbles + (j * q->in + g * 32) / 2
     *
     *           Codes of 8 bits are made with the scale as a float, also where it is kept as a
     *           half.
     * EXAMPLE   (2, 2) = [[1, 100], [-2, 50]]: PER_TENSOR has one scale, 100 / 127; PER_COLUMN two, 2 / 127 and 100 / 127
     * HOLDS     PER_COLUMN: a column 100 times as large changes no code of another.
     * YOU HAVE  what you wrote before; half_from_float
     * THINK     how many numbers share a scale, in each of the four? Which pointers of q are
     *           NULL? */
    (void)columns;
    todo("15.5 matrix_quantize");
    scope_close(scope); /* given */
}
