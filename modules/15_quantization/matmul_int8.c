/* matmul_int8.c - a product of codes: whole numbers inside, one multiplication by scales at the end.
 *
 * Each row of x gets its own scale when it comes, since nobody knows beforehand how large it will be. Where the codes
 * of x have a zero point, what it adds to each product has to be taken off: (q - zero) w is q w - zero w.
 *
 * Invariant: no float is multiplied inside of a group; scales come once for each.
 */
#include "quantize_parts.h"
#include "todo.h"

/* ---- 15.9 ---------------------------------------------------------------------------------------- */

void matmul_int8(Tensor *out, const Tensor *x, const QuantizedMatrix *w, const QuantParams *input)
{
    matmul_int8_check(out, x, w, input); /* given: x (m, in), out (m, out), both row by row */
    Scope *scope = scope_open();
    /* given: room for the codes of a row of x, and of a column of w */
    int8_t *row = scope_alloc(scope, (size_t)w->in), *column = scope_alloc(scope, (size_t)w->in);

    /* TODO: out = x w, in whole numbers.
     *
     * APPROACH, for each row r of x
     *   1. Its parameters p: *input, or, where input is NULL, quant_symmetric of this row in 8 bits.
     *   2. Its codes: quantize_row.
     *   3. For each column j: quantized_column(w, j, column) gives its codes, also of nibbles.
     *   4. For each group of quantized_group(w) codes, from i on: sum = dot_int8 of the two, an int32_t, and
     *      quantized_scale(w, j, i) times that is added up in a double.
     *   5. Has p a zero_point, each product has zero_point * code of w too much. (Without it a sum may be twice as
     *      large, so int32_t ends at columns of 66,000 codes; int64_t does not.)
     *   6. out[r][j] = p.scale times the total.
     *
     * EXAMPLE
     *   codes 2, -1 of scale 0.5 times codes 3, 4 of scale 0.1: 2 * 3 - 1 * 4 = 2, and 0.5 * 0.1 * 2 = 0.1
     *
     * HINT: where there is one scale for a column, quantized_group(w) is w->in: the same loop. */
    (void)row, (void)column;
    todo("15.9 matmul_int8");
    scope_close(scope); /* given */
}
