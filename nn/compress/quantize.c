/* quantize.c - numbers to codes and back: on which step does a number stand?
 *
 *     symmetric    -max ........ 0 ........ max        affine    low .. 0 ................. high
 *                  -127          0          127                  -128   zero_point          127
 *
 * Invariant: 0 has a code of its own, which comes back as exactly 0: padding and what relu leaves
 * would otherwise turn into small numbers everywhere.
 */
#include <math.h>
#include "quantize_parts.h"

EXERCISE
QuantParams quant_symmetric(const real *x, long n, int bits)
{
    quant_check_range("quant_symmetric", x, n, bits);
    int most = (1 << (bits - 1)) - 1;
    float largest = 0;
    for (long i = 0; i < n; i++)
        largest = fmaxf(largest, fabsf((float)x[i]));
    return (QuantParams){largest / (float)most, 0, -most, most};
}

EXERCISE
QuantParams quant_affine(const real *x, long n, int bits)
{
    quant_check_range("quant_affine", x, n, bits);
    float low = 0, high = 0;
    for (long i = 0; i < n; i++) {
        low = fminf(low, (float)x[i]);
        high = fmaxf(high, (float)x[i]);
    }
    int steps = (1 << bits) - 1, least = -(1 << (bits - 1));
    QuantParams p = {(high - low) / (float)steps, 0, least, least + steps};
    if (p.scale > QUANT_LEAST_SCALE)
        p.zero_point = least - (int)lroundf(low / p.scale);
    return p;
}

EXERCISE
void quantize_row(int8_t *q, const real *x, long n, QuantParams p)
{
    quant_check_params("quantize_row", p);
    float steps_per_unit = p.scale > QUANT_LEAST_SCALE ? 1 / p.scale : 0;
    for (long i = 0; i < n; i++) {
        float step = roundf((float)x[i] * steps_per_unit) + (float)p.zero_point;
        q[i] = (int8_t)fmaxf((float)p.quant_min, fminf((float)p.quant_max, step));
    }
}

EXERCISE
void dequantize_row(real *x, const int8_t *q, long n, QuantParams p)
{
    quant_check_params("dequantize_row", p);
    for (long i = 0; i < n; i++)
        x[i] = (real)(p.scale * (float)(q[i] - p.zero_point));
}
