/* matmul_int8.c - a product of codes: whole numbers inside, scales outside.
 *
 * Each row of x gets its own scale when it comes, since nobody knows beforehand how large it will be.
 *
 * Invariant: no float is multiplied inside of a group; scales come once for each.
 */
#include "quantize_parts.h"
#include "todo.h"

/* ---- 15.6 ---------------------------------------------------------------------------------------- */

void matmul_int8(Tensor *out, const Tensor *x, const QuantizedMatrix *w, const QuantParams *input)
{
    matmul_int8_check(out, x, w, input); /* given: x (m, in), out (m, out), both row by row */
    Scope *scope = scope_open(); /* given: where scope_alloc(scope, bytes) takes room */

    /* TODO: out = x w, in whole numbers.
     *
     * CONTRACT  each row of x has its own symmetric scale of 8 bits, or *input where that is not
     *           NULL. Its codes are made once. Inside of a group of w there are whole numbers
     *           only; a scale is multiplied once for each group, and the row's scale once for
     *           each result. A zero point of x adds to each product what does not belong there:
     *           (q - zero) w. Sums of columns of 66,000 codes and more fit.
     * BUDGET    (columns that are asked for are counted) right numbers earn 8 points; if each
     *           column is asked for once, however many rows come, 5 more; if, besides, no more
     *           than (m + 1) (in + 32) + 2048 bytes of room are taken, the last 4.
     * EXAMPLE   codes 2, -1 of scale 0.5 times codes 3, 4 of scale 0.1: 2 * 3 - 1 * 4 = 2, and 0.5 * 0.1 * 2 = 0.1
     * HOLDS     a row of x does not depend on its neighbours. 2 x: the same codes, and 2 out.
     * YOU HAVE  quant_symmetric, quantize_row, dot_int8; quantized_column(w, j, column), which alone
     *           gives a column's codes, also of nibbles; quantized_group(w) codes share
     *           quantized_scale(w, j, i), i the first of them (one scale for a column: the group
     *           is w->in)
     * THINK     what is done once for each row, once for each column, once for each group? (q -
     *           zero) w: which sum do you need besides? */
    todo("15.6 matmul_int8");
    scope_close(scope); /* given */
}
