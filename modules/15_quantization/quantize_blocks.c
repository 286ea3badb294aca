/* quantize_blocks.c - 32 numbers and a scale, in the bytes that ggml and its files have for them.
 *
 *     Q8_0    d d | q q q q q q q q ... q          34 bytes, 8.5 bits a number
 *     Q4_0    d d | qq qq qq ... qq                18 bytes, 4.5 bits a number
 *
 * All in float, as there. Invariant: codes are made with the scale as it was before it became a half float, so a
 * number may come back a little further away than half a step.
 * Source: ggml, quantize_row_q8_0_ref and quantize_row_q4_0_ref (the layout; the text is ours).
 */
#include <math.h>
#include "quantize_parts.h"
#include "todo.h"

/* ---- 15.6 ---------------------------------------------------------------------------------------- */

void quantize_q8_0(BlockQ8 *out, const real *x, long n)
{
    quant_check_q8_0(x, n); /* given: n is a multiple of QUANT_BLOCK, which is 32, and d fits into a half */

    /* TODO: each 32 numbers become a block: out[0], out[1], ...
     *
     * APPROACH, for each block
     *   1. d = max |x| / 127, of its own 32 numbers.
     *   2. out->d = half_from_float(d).
     *   3. out->qs[i] is x[i] / d, to the nearest. A block of zeros has d = 0 and codes 0.
     *
     * EXAMPLE
     *   127, -1, 63.6 and 29 zeros: d = 1, codes 127, -1, 64, 0 ...
     *
     * HINT: is it not quant_symmetric and quantize_row, 32 at a time? */
    todo("15.6 quantize_q8_0");
}

/* ---- 15.7 ---------------------------------------------------------------------------------------- */

void quantize_q4_0(BlockQ4 *out, const real *x, long n)
{
    quant_check_q4_0(x, n); /* given */

    /* TODO: the same with 16 codes, 0 to 15, where 8 stands for 0.
     *
     * APPROACH, for each block
     *   1. The number that is furthest from 0, with its sign; the first of equals. It gets the code 0.
     *   2. So d = that number / -8, which may be negative. out->d = half_from_float(d).
     *   3. code = x[i] / d + 8, to the nearest: cut x[i] / d + 8.5 off. At most 15. (A block of zeros: all 8.)
     *   4. out->qs[j] holds code j in its low four bits, and code j + 16 in its high ones.
     *
     * EXAMPLE
     *   -8, 7, 3.4 and 29 zeros: d = 1, codes 0, 15, 11, 8 ...
     *    8, 7, 3.4 and 29 zeros: d = -1, codes 0, 1, 5, 8 ...
     *
     * HINT: low | high << 4. Neighbours are not packed together: what a vector of 16 bytes holds is two
     * runs of 16 codes. */
    todo("15.7 quantize_q4_0");
}
