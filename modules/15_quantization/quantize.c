/* quantize.c - numbers to codes and back: on which step does a number stand?
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
     * APPROACH
     *   1. The codes go from -(2^(bits-1) - 1) to 2^(bits-1) - 1: .quant_min, .quant_max. .zero_point is 0.
     *   2. The largest |x| gets the largest code: .scale = max |x| / quant_max.
     *
     * EXAMPLE
     *   -3, 0.5, 2 in 8 bits: {.scale = 3 / 127, .zero_point = 0, .quant_min = -127, .quant_max = 127}
     *
     * HINT: 1 << (bits - 1) is 2^(bits-1). A scale is a float. Numbers that are all 0 have the scale 0. */
    todo("15.1 quant_symmetric");
}

/* ---- 15.2 ---------------------------------------------------------------------------------------- */

QuantParams quant_affine(const real *x, long n, int bits)
{
    quant_check_range("quant_affine", x, n, bits); /* given */

    /* TODO: the same for numbers of any range, such as those behind a relu: no code is left unused.
     *
     * APPROACH
     *   1. low and high: the least and the largest of x, and 0.
     *   2. 2^bits codes have 2^bits - 1 steps between them: .scale = (high - low) / (2^bits - 1).
     *   3. .quant_min = -2^(bits-1), and .quant_max is 2^bits - 1 above it.
     *   4. low has the code quant_min, so 0 has the code quant_min - low / scale: .zero_point, to the nearest.
     *
     * EXAMPLE
     *   -1, 0, 3 in 8 bits: scale 4 / 255, zero_point -128 + 64 = -64 (1 is 63.75 steps), codes -128 .. 127
     *
     * HINT: what if all are 0? Then scale and zero_point are 0, and nothing is divided. */
    todo("15.2 quant_affine");
}

/* ---- 15.3 ---------------------------------------------------------------------------------------- */

void quantize_row(int8_t *q, const real *x, long n, QuantParams p)
{
    quant_check_params("quantize_row", p); /* given */

    /* TODO: the codes of n numbers.
     *
     * APPROACH, for each number
     *   1. x / scale, to the nearest whole number. Where the scale is 0 every number is 0.
     *   2. Add zero_point.
     *   3. Not below quant_min, not above quant_max. Then it fits an int8_t, and not before.
     *
     * EXAMPLE
     *   scale 0.5, zero_point 3: 1.1 has the code 3 + 2 = 5, -0.9 has 3 - 2 = 1, 1000 has 127
     *
     * HINT: roundf gives a float. A cast to a whole number cuts off what stands behind the point, and no int holds
     * the step of a number that is very far away: cast last. */
    todo("15.3 quantize_row");
}

/* ---- 15.4 ---------------------------------------------------------------------------------------- */

void dequantize_row(real *x, const int8_t *q, long n, QuantParams p)
{
    quant_check_params("dequantize_row", p); /* given */

    /* TODO: the numbers that n codes stand for, scale * (code - zero_point).
     *
     * EXAMPLE
     *   scale 0.5, zero_point 3: 5 is 1, 1 is -1, 3 is exactly 0
     *
     * HINT: code - zero_point may be 255: that is no int8_t. */
    todo("15.4 dequantize_row");
}
