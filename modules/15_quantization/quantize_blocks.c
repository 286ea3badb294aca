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

/* ---- 15.4 ---------------------------------------------------------------------------------------- */

void quantize_q8_0(BlockQ8 *out, const real *x, long n)
{
    quant_check_q8_0(x, n); /* given: n is a multiple of QUANT_BLOCK, which is 32, and d fits into a half */

    /* TODO: each 32 numbers become a block of Q8_0: out[0], out[1], ...
     *
     * CONTRACT  d = max |x| / 127 of its own 32 numbers; out->d is d as a half float; the codes
     *           are made with d as it was before. A block of zeros: d = 0, codes 0.
     * EXAMPLE   127, -1, 63.6 and 29 zeros: d = 1, codes 127, -1, 64, 0 ...
     * HOLDS     a block does not depend on its neighbours. The furthest number comes back as it
     *           was, but for the half float.
     * YOU HAVE  half_from_float, QUANT_BLOCK, and your functions of quantize.c
     * THINK     what would change if the codes were made with d as a half float? For which
     *           numbers do you see it? */
    todo("15.4 quantize_q4_0");
}

/* ---- 15.4 ---------------------------------------------------------------------------------------- */

void quantize_q4_0(BlockQ4 *out, const real *x, long n)
{
    quant_check_q4_0(x, n); /* given */

    /* TODO: each 32 numbers become a block of Q4_0: 16 codes, 0 to 15, where 8 stands for 0.
     *
     * CONTRACT  the number that is furthest from 0 (the first of equals) decides d, by which codes
     *           less 8 are multiplied on the way back. Of the 16 codes each number has the
     *           nearest, of two the higher one. A block of zeros: d = 0, codes 8. out->d is d as
     *           a half float, codes are made with the float. out->qs[j] holds code j in its low
     *           four bits, code j + 16 in its high ones.
     * EXAMPLE   -8, 7, 3.4 and 29 zeros: codes 0, 15, 11, 8 ...
     * HOLDS     the furthest number comes back as it was (but for the half float of d), the
     *           others within |d| / 2, and on the side across within |d|. All numbers with the
     *           other sign: the same codes.
     * YOU HAVE  half_from_float, QUANT_BLOCK
     * THINK     8 codes lie below 0 and 7 above: which side deserves the eighth? So what is d? */
    todo("15.4 quantize_q4_0");
}
