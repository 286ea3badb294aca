/* matrix_quantize.c - the codes of a matrix, column by column.
 *
 * A product of a row with a matrix reads its columns, each from top to bottom, so a column's codes
 * lie side by side. How many numbers share a scale is a bargain: a scale costs bytes, and one
 * number that is far from 0 makes the steps high for all that share it with it.
 */
#include <string.h>
#include "quantize_parts.h"

/* Groups of a column: each has a scale of its own. */
static void fill_groups(QuantizedMatrix *q, long column, const real *x)
{
    long group = q->scheme.group, groups = q->in / group;
    for (long g = 0; g < groups; g++) {
        QuantParams p = quant_symmetric(x + g * group, group, 8);
        quantize_row(q->codes + column * q->in + g * group, x + g * group, group, p);
        q->halves[column * groups + g] = half_from_float(p.scale);
    }
}

/* Codes of 4 bits, as blocks have them. */
static void fill_nibbles(QuantizedMatrix *q, long column, const real *x)
{
    long groups = q->in / QUANT_BLOCK;
    for (long g = 0; g < groups; g++) {
        BlockQ4 block;
        quantize_q4_0(&block, x + g * QUANT_BLOCK, QUANT_BLOCK);
        q->halves[column * groups + g] = block.d;
        memcpy(q->nibbles + (column * q->in + g * QUANT_BLOCK) / 2, block.qs, sizeof block.qs);
    }
}

EXERCISE
void matrix_quantize(QuantizedMatrix *q, const Tensor *w)
{
    matrix_quantize_check(q, w);
    Scope *scope = scope_open();
    grad_mode(false);
    Tensor *columns = tensor_contiguous(tensor_transpose(tensor_new_view(w), 0, 1)); /* (out, in) */
    QuantParams all = quant_symmetric(columns->data, q->in * q->out, 8);
    for (long j = 0; j < q->out; j++) {
        const real *x = columns->data + j * q->in;
        if (q->nibbles != NULL) {
            fill_nibbles(q, j, x);
        } else if (q->halves != NULL) {
            fill_groups(q, j, x);
        } else {
            QuantParams own = quant_symmetric(x, q->in, 8);
            bool shared = q->scheme.group == PER_TENSOR;
            quantize_row(q->codes + j * q->in, x, q->in, shared ? all : own);
            q->scales[shared ? 0 : j] = shared ? all.scale : own.scale;
        }
    }
    scope_close(scope);
}
