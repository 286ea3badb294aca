/* quant_plan.c - which scheme for which matrix, if all of them have so many bytes? */
#include "quantize_parts.h"
#include "todo.h"

/* ---- 15.7 ---------------------------------------------------------------------------------------- */

bool quant_plan(QuantScheme *scheme, long n, Tensor *const w[], Tensor *const x[], size_t bytes)
{
    quant_plan_check(n, w, x); /* given: w[i] is (in, out), x[i] (rows, in), in a multiple of 32 */

    /* TODO: scheme[i] says what becomes of matrix i: one of the QUANT_SCHEMES that there are.
     *
     * CONTRACT  all codes and scales together take at most `bytes`; false if no choice does.
     *           x[i] are rows that came to matrix i. An error is what a row times the matrix is
     *           off by, squared, added up over rows, columns and matrices; it is measured on
     *           other rows of the same kind.
     * BUDGET    bytes that are kept: 3 points. All rows about as large: an error of at most 1.2
     *           times that of the best choice there is (the mean over many plans): 4 more. Rows
     *           of one matrix much larger than those of another, or with inputs that are 0
     *           always: the last 4. n is 7 at most.
     * EXAMPLE   two matrices (32, 4): 132, 144, 136 or 72 bytes each. 250 bytes: one of the two
     *           has codes of 4 bits
     * HOLDS     more bytes, no more error on the rows x. All rows of all x ten times as large:
     *           nothing changes.
     * YOU HAVE  what you wrote before; quant_scheme(0) and so on; quantized_column,
     *           quantized_scale; tensor_matmul
     * THINK     which matrix may be wrong, the one whose numbers are off least? What does a number
     *           cost that is multiplied by 0? If one byte more is to be had, which matrix gains
     *           most, and can two small gains be better than the largest one? */
    (void)scheme, (void)bytes;
    todo("15.7 quant_plan");
}
