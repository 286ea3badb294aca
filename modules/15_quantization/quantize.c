/* quantize.c - numbers to codes: how high is a step, and on which one does a number stand?
 *
 *     symmetric    -max ........ 0 ........ max        affine    low .. 0 ................. high
 *                  -127          0          127                  -128   zero_point          127
 *
 * Invariant: 0 has a code of its own, which comes back as exactly 0: padding and what relu leaves would
 * otherwise turn into small numbers everywhere.
 */
#include <math.h>
#include "quantize_parts.h"
#include "todo.h"

/* ---- 15.1 ---------------------------------------------------------------------------------------- */

QuantParams quant_symmetric(const real *x, long n, int bits)
{
    quant_check_range("quant_symmetric", x, n, bits); /* given: finite, 2 to 8 bits */

    /* TODO: how high a step is when n numbers on both sides of 0 become codes.
     *
     * CONTRACT  codes go from -(2^(bits-1) - 1) to 2^(bits-1) - 1, which are .quant_min and
     *           .quant_max; 0 has the code 0; the number furthest from 0 gets a code at the end.
     *           .scale is a float. Numbers that are all 0, or none at all: scale 0.
     * EXAMPLE   -3, 0.5, 2 in 8 bits: {.scale = 3 / 127, .zero_point = 0, .quant_min = -127, .quant_max = 127}
     * HOLDS     all numbers with the other sign: the same. Twice as large: twice the scale.
     * YOU HAVE  1 << (bits - 1) is 2^(bits-1)
     * THINK     how far must the largest code reach? */
    todo("15.1 quant_affine");
}

/* ---- 15.1 ---------------------------------------------------------------------------------------- */

QuantParams quant_affine(const real *x, long n, int bits)
{
    quant_check_range("quant_affine", x, n, bits); /* given */

    /* TODO: the same for numbers of any range, such as those behind a relu: no code is left unused.
     *
     * CONTRACT  2^bits codes, from .quant_min = -2^(bits-1) on; the range is that of x *and 0*:
     *           its least number has the first code, its greatest the last one, and 0 has a code
     *           of its own, .zero_point, to the nearest. Numbers that are all 0: scale and
     *           zero_point 0.
     * EXAMPLE   -1, 0, 3 in 8 bits: scale 4 / 255
     * HOLDS     numbers that all lie above 0: zero_point is quant_min.
     * THINK     how many steps lie between 2^bits codes? How many of them between low and 0? */
    todo("15.1 quant_affine");
}

/* ---- 15.2 ---------------------------------------------------------------------------------------- */

void quantize_row(int8_t *q, const real *x, long n, QuantParams p)
{
    quant_check_params("quantize_row", p); /* given */

    /* TODO: the codes of n numbers.
     *
     * CONTRACT  of the codes from quant_min to quant_max the one whose number, scale * (code -
     *           zero_point), is nearest to x[i], of two that are equally near either, for any
     *           finite x[i]. Where the scale is 0, or at most QUANT_LEAST_SCALE, no step leads
     *           anywhere: whatever x[i] is, the code of 0.
     * EXAMPLE   scale 0.5, zero_point 3: 1.1 has the code 3 + 2 = 5, -0.9 has 3 - 2 = 1, 1000 has 127
     * HOLDS     what dequantize_row makes of a code has this code again, if the scale is not 0.
     * YOU HAVE  math.h
     * THINK     a cast of 300 to int8_t is 44, and one of 2.9 is 2: what must be true of a number
     *           when it is cast? What is 0 / 0? */
    todo("15.2 quantize_row");
}
